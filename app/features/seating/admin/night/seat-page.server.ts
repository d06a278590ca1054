import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';

import { findEventOfTicket, type NightSeating, readNightSeating, type SeatingRight, seatOrder } from './service.server.ts';

export interface SeatPageData {
  seating: NightSeating;
}

const PATHS: Record<SeatingRight, string> = { door: '/admin/seure', till: '/admin/till-seure' };

export function seatLoader<R extends SeatingRight>(right: R): ReturnType<typeof adminLoader<R, SeatPageData>> {
  return adminLoader<R, SeatPageData>(right, async ({ deps, staff, param, query, args }) => {
    const ticketNumber = query.get('tiquet');
    // From a scanned ticket the door knows its number alone.
    const eventId = args.params['eventId'] === undefined ? await findEventOfTicket(deps, ticketNumber ?? '') : parseEventId(param('eventId'));
    const seating = eventId === null ? null : await readNightSeating(deps, staff, { eventId, ticketNumber });
    return seating && { seating };
  });
}

export function seatAction<R extends SeatingRight>(right: R): ReturnType<typeof adminAction<R, number>> {
  return adminAction<R, number>({
    right,
    record: async ({ deps, param, query, args }) => (args.params['eventId'] === undefined ? findEventOfTicket(deps, query.get('tiquet') ?? '') : parseEventId(param('eventId'))),
    touches: { seat: 'running' },
    intents: {
      async seat({ deps, staff, record: eventId, text, answer, done, refuse }) {
        const outcome = await seatOrder(deps, { staff, right }, { eventId, orderId: text('order'), tableId: text('table') });
        if (typeof outcome === 'number') return done(`${PATHS[right]}/${eventId}`, `Asseguts a la taula ${outcome}.`);
        return answer(outcome, {
          no_room: () => refuse('En eixa taula ja no hi caben: tria\'n una altra.'),
          gone: () => refuse('Ja tenen taula, o el tiquet ja no val.'),
        });
      },
    },
  });
}

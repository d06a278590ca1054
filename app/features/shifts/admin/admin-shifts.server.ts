import { adminAction, adminLoader, type AdminRequest } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { parseEmailAddress } from '#app/domain/people/email-address.ts';

import { shiftText } from '../shift-words.ts';
import { assignForm } from './assign-form.ts';
import { type ShiftAssignment, assignToShift, deleteShift, findShift, givesRight, listEventsWithGaps, makeShift, readBoard, readPeople, rejectSignup, type ShiftBoard } from './service.server.ts';
import { newShiftForm } from './shift-forms.ts';

export const eventsLoader = adminLoader('admin', async ({ deps, staff }) => ({ events: await listEventsWithGaps(deps, staff) }));

export const loader = adminLoader('admin', async (request) => {
  const board = await boardAt(request);
  return board && { board, people: await readPeople(request.deps, request.staff, board.event) };
});

export const printLoader = adminLoader('admin', async (request) => {
  const board = await boardAt(request);
  return board && { board };
});

async function boardAt({ deps, staff, param }: AdminRequest<'admin'>): Promise<ShiftBoard | null> {
  const eventId = parseEventId(param('eventId'));
  return eventId === null ? null : readBoard(deps, staff, eventId);
}

const GONE = 'Este torn ja no hi és: mira com ha quedat la llista.';

export const action = adminAction({
  right: 'admin',
  record: async ({ param }) => parseEventId(param('eventId')),
  touches: { make: 'event', delete: 'event', assign: 'event', accept: 'event', 'turn-down': 'event' },
  intents: {
    async make({ deps, staff, record: eventId, parse, answer, done }) {
      const { day, ...draft } = parse(newShiftForm);
      return answer(await makeShift(deps, staff, { eventId, draft: { ...draft, dayOffset: Number(day) } }), { done: () => done(addressOf(eventId), 'Torn creat.') });
    },
    async assign({ deps, staff, record: eventId, parse, answer, done, confirmPassword }) {
      const { shift = '', email: typed } = parse(assignForm);
      const email = parseEmailAddress(typed);
      if (await isAboutRight(deps, shift)) await confirmPassword();
      const outcome: ShiftAssignment = email === null ? { outcome: 'no_such_person' } : await assignToShift(deps, staff, { shiftId: shift, person: { email } });
      const wrong = (problem: string) => (): { fields: { email: string } } => ({ fields: { email: problem } });
      return answer(outcome, {
        done: () => done(addressOf(eventId), 'Apuntat: li ho hem escrit.'),
        not_found: wrong(GONE),
        ...PROBLEMS,
        no_such_person: wrong('No hi ha cap compte actiu amb este correu'),
        may_not_see: wrong('Este compte no pot vore este acte'),
        already: wrong('Ja està en este torn'),
        full: wrong('El torn ja està complet: dona-li més places o lleva algú'),
        over: wrong('Este torn ja ha acabat'),
        overlap: ({ with: other }) => ({ fields: { email: `A eixa hora ja té un altre torn: ${shiftText(other)}` } }),
      });
    },
    async accept({ deps, staff, record: eventId, text, answer, done, refuse, confirmPassword }) {
      if (await isAboutRight(deps, text('shift'))) await confirmPassword();
      return answer(await assignToShift(deps, staff, { shiftId: text('shift'), person: { userId: text('person') } }), {
        done: () => done(addressOf(eventId), 'Acceptat: li ho hem escrit.'),
        already: () => done(addressOf(eventId), 'Ja estava acceptat.'),
        not_found: () => refuse(GONE),
        ...PROBLEMS,
        overlap: ({ with: other }) => `A eixa hora ja té un altre torn: ${shiftText(other)}.`,
      });
    },
    async 'turn-down'({ deps, staff, record: eventId, text, answer, done, refuse }) {
      return answer(await rejectSignup(deps, staff, { shiftId: text('shift'), userId: text('person') }), {
        done: () => done(addressOf(eventId), 'Fet: li ho hem escrit.'),
        gone: () => done(addressOf(eventId), 'Ja no estava en este torn.'),
        not_found: () => refuse(GONE),
      });
    },
    async delete({ deps, staff, record: eventId, text, answer, done }) {
      return answer(await deleteShift(deps, staff, text('shift')), {
        done: ({ notified = 0 }) => done(addressOf(eventId), notified === 0 ? 'Torn esborrat.' : notified === 1 ? 'Torn esborrat: ho hem escrit a qui hi estava.' : `Torn esborrat: ho hem escrit a les ${notified} persones que hi estaven.`),
        not_found: () => done(addressOf(eventId), 'Torn esborrat.'),
      });
    },
  },
});

const PROBLEMS = {
  no_such_person: (): string => 'Este compte ja no està actiu.',
  may_not_see: (): string => 'Este compte ja no pot vore este acte.',
  full: (): string => 'El torn ja està complet: dona-li més places o lleva algú.',
  over: (): string => 'Este torn ja ha acabat.',
};

/** An account's right: the password is asked for. */
async function isAboutRight(deps: Parameters<typeof findShift>[0], shiftId: string): Promise<boolean> {
  const shift = await findShift(deps, shiftId);
  return shift !== null && givesRight(shift);
}

function addressOf(eventId: number): string {
  return `/admin/torns/${eventId}`;
}

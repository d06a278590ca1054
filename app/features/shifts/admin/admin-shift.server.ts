import { adminAction, adminLoader, type AdminRequest } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';

import { shiftText } from '../shift-words.ts';
import type { ShiftRecord } from '../store.server.ts';
import { changeShift, findShift } from './service.server.ts';
import { changeShiftForm } from './shift-forms.ts';

export const loader = adminLoader('admin', async (request) => {
  const shift = await shiftAt(request);
  return shift && { shift };
});

export const action = adminAction({
  right: 'admin',
  record: shiftAt,
  touches: { shift: 'event' },
  intents: {
    async shift({ deps, staff, record: { id, eventId, ...before }, parse, answer, done }) {
      const { version, day, ...draft } = parse(changeShiftForm);
      const mine = { ...draft, dayOffset: Number(day) };
      return answer(await changeShift(deps, staff, { shiftId: id, version: Number(version), draft: mine }), {
        done: () => done(`/admin/torns/${eventId}`, "Torn guardat. Si n'ha canviat l'hora, ho escrivim a qui hi està."),
        too_few: ({ confirmed }) => ({ fields: { places: `Ja hi ha ${confirmed} apuntats: lleva'n algú abans` } }),
        conflict: ({ current }) => ({ version: String(current.version), changes: [{ label: 'Torn', theirs: linesOf(current), mine: linesOf({ ...before, ...mine }) }] }),
      });
    },
  },
});

function linesOf(shift: Omit<ShiftRecord, 'id' | 'eventId'>): string {
  return [shiftText(shift), `${shift.places} persones`, ...(shift.note === null ? [] : [shift.note])].join(' · ');
}

async function shiftAt({ deps, param }: Pick<AdminRequest<'admin'>, 'deps' | 'param'>): Promise<ShiftRecord | null> {
  const shift = await findShift(deps, param('shiftId'));
  return shift?.eventId === parseEventId(param('eventId')) ? shift : null;
}

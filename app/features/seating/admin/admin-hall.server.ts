import { z } from 'zod';

import { checkField, typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { formatDate } from '#app/domain/time/dates.ts';

import { copyHall, editTable, generateTables, type HallOutcome, nameRoom, removeRoom, removeTable } from '../hall.server.ts';
import { readSeating } from '../service.server.ts';
import { selectOtherHalls } from '../store.server.ts';
import { chosenTable, roomsView } from './plan-view.ts';
import { seenHall } from './seen-hall.server.ts';

export const loader = adminLoader('admin', async ({ deps, staff, param, query }) => {
  const eventId = parseEventId(param('eventId'));
  const seating = eventId === null ? null : await readSeating(deps, staff, eventId);
  if (seating === null) return null;
  const others = await selectOtherHalls(deps.db.query, seating.event.id);
  const rooms = roomsView(seating);
  return {
    event: { id: seating.event.id, title: `${seating.event.image} ${seating.event.title}`, when: `${formatDate(seating.event.date)}, ${seating.event.time}` },
    version: seating.version,
    rooms,
    chosen: chosenTable(rooms, seating.tickets, query.get('taula')),
    others: others.map(({ id, title, date, tables }) => ({ id, text: `${title}, ${formatDate(date)} (${tables} taules)` })),
  };
});

function whole(problem: string): z.ZodType<number, string> {
  return typedField<number>((typed) => (/^\d{1,4}$/.test(typed.trim()) ? { value: Number(typed) } : { problem }));
}

const tableForm = z.object({ table: z.string(), number: whole('Escriu el número de la taula'), seats: whole('Escriu quantes cadires té'), label: z.string().default(''), accessible: checkField(), renumber: checkField() });
const generateForm = z.object({ room: z.string().default(''), text: z.string().default('') });

const CHANGED = 'Algú altre ha canviat la sala o el repartiment mentrestant: ací tens com ha quedat. Torna-ho a fer si encara cal.';

type Submission = AdminSubmission<'admin', number>;

export const action = adminAction({
  right: 'admin',
  record: async ({ param }) => parseEventId(param('eventId')),
  touches: { generate: 'event', table: 'event', removeTable: 'event', removeRoom: 'event', nameRoom: 'event', copy: 'event' },
  intents: {
    async generate(sent) {
      const typed = sent.parse(generateForm);
      return answered(sent, await generateTables(sent.deps, sent.staff, seenHall(sent), typed), 'Taules fetes.');
    },
    async table(sent) {
      const { table, ...edit } = sent.parse(tableForm);
      const outcome = await editTable(sent.deps, sent.staff, seenHall(sent), { tableId: table, ...edit });
      if (outcome === 'sure') return sent.refuse({ fields: { renumber: 'Hi ha gent asseguda, i el número que llegiran als tiquets canvia: marca-ho si és el que vols' } });
      return answered(sent, outcome, 'Taula guardada.');
    },
    removeTable: async (sent) => answered(sent, await removeTable(sent.deps, sent.staff, seenHall(sent), sent.text('table')), 'Taula llevada: qui hi seia ara està sense taula.'),
    removeRoom: async (sent) => answered(sent, await removeRoom(sent.deps, sent.staff, seenHall(sent), sent.text('room')), 'Sala llevada: qui hi seia ara està sense taula.'),
    async nameRoom(sent) {
      const { name } = sent.parse(z.object({ name: z.string().default('') }));
      return answered(sent, await nameRoom(sent.deps, sent.staff, seenHall(sent), { roomId: sent.text('room'), name }), 'Nom guardat.');
    },
    async copy(sent) {
      const from = parseEventId(sent.text('from'));
      if (from === null) return sent.refuse('Tria un acte.');
      const outcome = await copyHall(sent.deps, sent.staff, seenHall(sent), from);
      return outcome === 'not_empty' ? sent.refuse('Esta sala ja té taules: només es copia en una sala buida.') : answered(sent, outcome, 'Sala copiada.');
    },
  },
});

function answered(sent: Submission, outcome: HallOutcome, message: string): ReturnType<Submission['answer']> {
  return sent.answer(outcome, {
    done: () => sent.done(`/admin/taules/${sent.record}/sala`, message),
    changed: () => sent.refuse(CHANGED),
    gone: () => sent.refuse('Ja no hi és: mira com està ara la sala.'),
    too_many: () => sent.refuse('Són massa taules: en caben 400.'),
  });
}

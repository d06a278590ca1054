import { adminAction, adminLoader, type AdminSubmission } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { foldText } from '#app/domain/search/fold-text.ts';
import { tablesIn } from '#app/domain/seating/hall.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import { type NoticesPreview, notifyTableChanges, previewNotices, publishTables, unpublishTables } from '../publishing.server.ts';
import { arrangePlan, type MoveOutcome, movePeople, pinPeople, readSeating, type Seating, undoPlan } from '../service.server.ts';
import { selectHalls } from '../store.server.ts';
import { type ChosenTable, chosenTable, type RoomView, NO_TABLE_CHOSEN, patternsOf, roomsView, unitsOf, type UnitView, unitWhat } from './plan-view.ts';
import { seenHall } from './seen-hall.server.ts';

export interface SeatingView {
  event: { id: number; title: string; when: string; groups: boolean };
  version: number;
  published: boolean;
  counts: { seated: number; standing: number; free: number; seats: number };
  notes: string[];
  rooms: RoomView[];
  /** The largest that wait; each comes with a choice of all tables, so there are only so many. */
  standing: UnitView[];
  standingMore: number;
  /** The units of the list that were looked for; `where`: the tables they sit at. */
  list: (UnitView & { where: number[] })[];
  listMore: number;
  search: string;
  tables: { id: string; number: number; free: number; label: string | null }[];
  chosen: ChosenTable | null;
  mayUndo: boolean;
  notices: NoticesPreview;
}

export const hallsLoader = adminLoader('admin', async ({ deps }) => ({ halls: (await selectHalls(deps.db.query, dayInMadrid(deps.clock.now()))).map((hall) => ({ ...hall, when: `${formatDate(hall.date)}, ${hall.time}` })) }));

export const loader = adminLoader('admin', async ({ deps, staff, param, query }): Promise<SeatingView | null> => {
  const eventId = parseEventId(param('eventId'));
  const seating = eventId === null ? null : await readSeating(deps, staff, eventId);
  if (seating === null) return null;
  return { ...toView(seating, { chosenId: query.get('taula'), search: (query.get('q') ?? '').slice(0, MAX_SEARCH) }), notices: await previewNotices(deps, staff, seating.event.id) };
});

const MAX_SEARCH = 100;
const MOST_UNITS = 40;

function toView(seating: Seating, { chosenId, search }: { chosenId: string | null; search: string }): Omit<SeatingView, 'notices'> {
  const { event, tickets } = seating;
  const tables = tablesIn(seating.rooms).toSorted((a, b) => a.number - b.number);
  const seats = tables.reduce((sum, table) => sum + table.seats, 0);
  const takenAt = Map.groupBy(tickets, ({ tableId }) => tableId);
  const seated = tickets.filter(({ tableId }) => tableId !== null).length;
  const numberOf = new Map(tables.map(({ id, number }) => [id, number]));
  const whereUnitsSit = Map.groupBy(tickets, unitWhat);
  const patterns = patternsOf(tickets);
  const rooms = roomsView(seating, patterns);
  const standing = unitsOf(tickets.filter(({ tableId }) => tableId === null), patterns, null);
  const found = unitsOf(tickets, patterns).filter(({ name }) => foldText(name).includes(foldText(search)));
  return {
    event: { id: event.id, title: `${event.image} ${event.title}`, when: `${formatDate(event.date)}, ${event.time}`, groups: event.groups },
    version: seating.version,
    published: seating.publishedAt !== null,
    counts: { seated, standing: tickets.length - seated, free: seats - seated, seats },
    notes: seating.notes,
    rooms,
    standing: standing.slice(0, MOST_UNITS),
    standingMore: Math.max(0, standing.length - MOST_UNITS),
    listMore: Math.max(0, found.length - MOST_UNITS),
    search,
    list: found.slice(0, MOST_UNITS).map((unit) => ({ ...unit, where: [...new Set((whereUnitsSit.get(unit.what) ?? []).flatMap(({ tableId }) => (tableId === null ? [] : [numberOf.get(tableId) ?? 0])))].toSorted((a, b) => a - b) })),
    tables: tables.map(({ id, number, label, seats: all }) => ({ id, number, label, free: all - (takenAt.get(id)?.length ?? 0) })),
    chosen: chosenTable(rooms, tickets, chosenId),
    mayUndo: seating.mayUndo,
  };
}

const CHANGED = 'Algú altre ha canviat el repartiment mentrestant: ací tens com ha quedat. Torna-ho a fer si encara cal.';

type Submission = AdminSubmission<'admin', number>;

export const action = adminAction({
  right: 'admin',
  record: async ({ param }) => parseEventId(param('eventId')),
  touches: { arrange: 'event', move: 'event', pin: 'event', unpin: 'event', undo: 'event', publish: 'event', unpublish: 'event', notify: 'mail' },
  intents: {
    async arrange(sent) {
      return sent.answer(await arrangePlan(sent.deps, sent.staff, seenHall(sent)), {
        done: () => back(sent, 'Repartit: mira davall què no s\'ha pogut.'),
        changed: () => sent.refuse(CHANGED),
        no_tables: () => sent.refuse('La sala encara no té cap taula: fes-les primer a «La sala».'),
        busy: () => sent.refuse('Ara mateix no s\'ha pogut repartir. Torna-ho a provar d\'ací a un moment.'),
      });
    },
    async move(sent) {
      const to = sent.text('to');
      if (to === '') return sent.refuse('Tria primer a quina taula.');
      return moved(sent, await movePeople(sent.deps, sent.staff, seenHall(sent), { what: sent.text('what'), tableId: to === NO_TABLE_CHOSEN ? null : to }), 'Mogut.');
    },
    pin: async (sent) => moved(sent, await pinPeople(sent.deps, sent.staff, seenHall(sent), { what: sent.text('what'), pinned: true }), 'Clavat: «Repartir» no ho mourà.'),
    unpin: async (sent) => moved(sent, await pinPeople(sent.deps, sent.staff, seenHall(sent), { what: sent.text('what'), pinned: false }), 'Desclavat.'),
    async undo(sent) {
      return sent.answer(await undoPlan(sent.deps, sent.staff, seenHall(sent)), { done: () => back(sent, 'Desfet.'), changed: () => sent.refuse(CHANGED), nothing: () => sent.refuse('No hi ha res per a desfer.') });
    },
    async publish(sent) {
      return sent.answer(await publishTables(sent.deps, sent.staff, seenHall(sent)), { done: () => back(sent, 'Publicat: la taula ja ix en els tiquets, i els correus van de camí.'), changed: () => sent.refuse(CHANGED) });
    },
    async unpublish(sent) {
      return sent.answer(await unpublishTables(sent.deps, sent.staff, seenHall(sent)), { done: () => back(sent, 'Despublicat: cap tiquet no ensenya la taula.'), changed: () => sent.refuse(CHANGED) });
    },
    async notify(sent) {
      return sent.answer(await notifyTableChanges(sent.deps, sent.staff, sent.record), { done: () => back(sent, 'Avisats: els correus van de camí.'), nothing: () => sent.refuse('No hi ha cap canvi per a avisar.') });
    },
  },
});

function moved(sent: Submission, outcome: MoveOutcome, message: string): ReturnType<Submission['answer']> {
  return sent.answer(outcome, {
    done: () => back(sent, message),
    changed: () => sent.refuse(CHANGED),
    no_room: () => sent.refuse('No hi caben tots: en eixa taula no queden prou cadires.'),
    gone: () => sent.refuse('Ja no hi són: mira com està ara.'),
  });
}

function back({ record, done, args }: Submission, message: string): ReturnType<Submission['done']> {
  const seen = [...args.url.searchParams].filter(([name]) => name === 'taula' || name === 'q');
  return done(`/admin/taules/${record}${seen.length === 0 ? '' : `?${new URLSearchParams(seen).toString()}`}`, message);
}

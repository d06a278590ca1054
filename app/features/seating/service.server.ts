import { itemAt } from '#app/domain/list.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { planNotes } from '#app/domain/seating/plan-notes.ts';
import { type HallRoom, type HallTable, tablesIn } from '#app/domain/seating/hall.ts';
import type { SeatedOrder } from '#app/domain/seating/plan-state.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { selectAccessibleOrders } from '#app/features/needs/service.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { SeatingBody } from './schema.ts';
import { arrangeInChild } from './arranging/seat-arranger.server.ts';
import { bumpHall, deleteVersion, hasVersion, type LockedHall, lockHall, makeHall, moveSeats, pinSeats, replaceHall, replaceSeats, type SeatedTicket, type SeatingEvent, selectHall, selectLastVersion, selectSeatedTickets, selectSeatingEvent, type StoredSeat, storeVersion } from './store.server.ts';

export interface PlannedTicket extends SeatedTicket {
  needsAccessible: boolean;
}

export interface Seating {
  event: SeatingEvent;
  version: number;
  publishedAt: Date | null;
  /** What could not be done the last time seats were arranged. */
  notes: string[];
  rooms: HallRoom[];
  tickets: PlannedTicket[];
  /** Whether there is a change to take back. */
  mayUndo: boolean;
}

/** Null for an unknown event; without a hall its version is 0. */
export async function readSeating(deps: Deps, _admin: AdminId, eventId: number): Promise<Seating | null> {
  const { query } = deps.db;
  const [event, hall, tickets, accessible, mayUndo] = await Promise.all([selectSeatingEvent(query, eventId), selectHall(query, eventId), selectSeatedTickets(query, eventId), selectAccessibleOrders(query, eventId), hasVersion(query, eventId)]);
  return (
    event && {
      event,
      version: hall?.version ?? 0,
      publishedAt: hall?.publishedAt ?? null,
      notes: hall?.notes ?? [],
      rooms: hall?.rooms ?? [],
      tickets: tickets.map((ticket) => ({ ...ticket, needsAccessible: accessible.has(ticket.orderId) })),
      mayUndo,
    }
  );
}

export type PlanOutcome = 'done' | 'not_found' | 'changed' | 'right_lost';

/** `version`: the one that was seen; null: whichever there is. */
export interface SeenHall {
  eventId: number;
  version: number | null;
}

/** Under the hall's lock: the second of two admins is told. What is not done leaves nothing behind. */
export async function changeUnderLock<Refused>(deps: Deps, admin: AdminId, which: SeenHall & { action: string }, work: (tx: Tx, held: LockedHall & { now: Date }) => Promise<'done' | Refused>): Promise<PlanOutcome | Refused> {
  const { eventId, version, action } = which;
  try {
    const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<'done' | 'not_found'> => {
      if ((await selectSeatingEvent(tx, eventId)) === null) return 'not_found';
      await makeHall(tx, eventId, now);
      const hall = await lockHall(tx, eventId);
      const done = hall === null || (version !== null && version !== hall.version) ? 'changed' : await work(tx, { ...hall, now });
      if (done !== 'done') throw new Undone(done);
      await bumpHall(tx, eventId, now);
      await audit({ action, subject: 'event', subjectId: String(eventId) });
      return 'done';
    });
    return orRightLost(outcome);
  } catch (error) {
    if (error instanceof Undone) return error.outcome as 'changed' | Refused;
    throw error;
  }
}

/** Rolls the transaction back. */
class Undone extends Error {
  readonly outcome: unknown;

  constructor(outcome: unknown) {
    super('undone');
    this.outcome = outcome;
  }
}

interface Plan {
  version: number;
  tables: readonly HallTable[];
  tickets: readonly SeatedTicket[];
}

async function changePlan<Refused>(deps: Deps, admin: AdminId, which: SeenHall & { action: string }, work: (tx: Tx, plan: Plan) => Promise<'done' | Refused>): Promise<PlanOutcome | Refused> {
  const { eventId } = which;
  return changeUnderLock(deps, admin, which, async (tx, { version, now }) => {
    const [hall, tickets] = [await selectHall(tx, eventId), await selectSeatedTickets(tx, eventId)];
    await storeVersion(tx, { eventId, version, by: `user:${admin}`, at: now, seats: tickets.flatMap(({ ticketNumber, tableId, pinned }) => (tableId === null ? [] : [[ticketNumber, tableId, pinned] as [string, string, boolean]])) });
    return work(tx, { version, tables: tablesIn(hall?.rooms ?? []), tickets });
  });
}

/** Reckoned outside any transaction, on what it read; where the plan was changed meanwhile, nothing is written. Tickets sold meanwhile stay without a table. */
export async function arrangePlan(deps: Deps, admin: AdminId, which: SeenHall): Promise<PlanOutcome | 'no_tables' | 'busy'> {
  const seating = await readSeating(deps, admin, which.eventId);
  if (seating === null) return 'not_found';
  if (which.version !== null && which.version !== seating.version) return 'changed';
  const tables = tablesIn(seating.rooms);
  if (tables.length === 0) return 'no_tables';
  const plan = await arrangeInChild(deps, { tables, orders: ordersToSeat(seating.tickets) });
  if (plan === null) return 'busy';
  await deps.checkpoint('after-seats-arranged');
  const numberOf = new Map(seating.tickets.map(({ ticketId, ticketNumber }) => [ticketId, ticketNumber]));
  const accessible = new Set(seating.tickets.filter(({ needsAccessible }) => needsAccessible).map(({ orderId }) => orderId));
  return changePlan<never>(deps, admin, { eventId: which.eventId, version: seating.version, action: 'seating.arranged' }, async (tx, { tickets }) => {
    const idOf = idsByNumber(tickets);
    const seats = plan.seats.flatMap(({ ticketId, ...seat }) => {
      const now = idOf.get(numberOf.get(ticketId) ?? '');
      return now === undefined ? [] : [{ ...seat, ticketId: now }];
    });
    await replaceSeats(tx, which.eventId, seats);
    const tableOf = new Map(seats.map(({ ticketId, tableId }) => [ticketId, tableId]));
    const notes = planNotes(tickets.map((ticket) => ({ ...ticket, tableId: tableOf.get(ticket.ticketId) ?? null, needsAccessible: accessible.has(ticket.orderId) })), tables);
    await tx.updateTable('halls').set({ notes: JSON.stringify(notes) }).where('eventId', '=', which.eventId).execute();
    return 'done';
  });
}

/** A ticket that is taken, or whose address is corrected, has a new id and its number still. */
function idsByNumber(tickets: readonly SeatedTicket[]): Map<string, string> {
  return new Map(tickets.map(({ ticketNumber, ticketId }) => [ticketNumber, ticketId]));
}

function ordersToSeat(tickets: readonly PlannedTicket[]): SeatedOrder[] {
  // A ticket that left its order's group, or stayed in one, sits by itself.
  return [...Map.groupBy(tickets, ({ orderNumber, groupId }) => `${orderNumber} ${groupId ?? ''}`)].map(([id, theirs]): SeatedOrder => ({
    id,
    groupId: itemAt(theirs, 0).groupId,
    needsAccessible: theirs.some(({ needsAccessible }) => needsAccessible),
    tickets: theirs.filter(({ pinned }) => !pinned).map(({ ticketId }) => ticketId),
    pinned: theirs.flatMap(({ ticketId, tableId, pinned }) => (pinned && tableId !== null ? [{ ticketId, tableId }] : [])),
  }));
}

/** A group, an order or one ticket, as forms name them. */
export interface SeatMove {
  what: string;
  /** Null: to no table. */
  tableId: string | null;
}

export type MoveOutcome = PlanOutcome | 'no_room' | 'gone';

export async function movePeople(deps: Deps, admin: AdminId, which: SeenHall, move: SeatMove): Promise<MoveOutcome> {
  return changePlan<'no_room' | 'gone'>(deps, admin, { ...which, action: 'seating.moved' }, async (tx, { tables, tickets }) => {
    const moving = ticketsNamed(tickets, move.what);
    if (moving.length === 0) return 'gone';
    if (move.tableId === null) {
      await moveSeats(tx, which.eventId, { ticketIds: moving.map(({ ticketId }) => ticketId), tableId: null });
      return 'done';
    }
    const placed = roomFor(moving, { tableId: move.tableId, tables, tickets });
    if (placed === null) return tables.some(({ id }) => id === move.tableId) ? 'no_room' : 'gone';
    for (const [tableId, ticketIds] of placed) await moveSeats(tx, which.eventId, { ticketIds, tableId });
    return 'done';
  });
}

export async function pinPeople(deps: Deps, admin: AdminId, which: SeenHall, pin: { what: string; pinned: boolean }): Promise<MoveOutcome> {
  return changePlan<'gone'>(deps, admin, { ...which, action: 'seating.moved' }, async (tx, { tickets }) => {
    const found = pin.what.startsWith('table:') ? tickets.filter(({ tableId }) => tableId === pin.what.slice('table:'.length)) : ticketsNamed(tickets, pin.what);
    if (found.length === 0) return 'gone';
    await pinSeats(tx, found.map(({ ticketId }) => ticketId), pin.pinned);
    return 'done';
  });
}

/** `group:`, `order:` or `ticket:` and who; with `@` and a table, or nothing, those of them who sit there, or nowhere. */
export function ticketsNamed<Ticket extends Pick<SeatedTicket, 'ticketNumber' | 'orderId' | 'groupId' | 'tableId'>>(all: readonly Ticket[], what: string): Ticket[] {
  const [, kind, id, at] = /^(\w+):([^@]*)(?:@(.*))?$/.exec(what) ?? [];
  const tickets = at === undefined ? all : all.filter(({ tableId }) => (tableId ?? '') === at);
  if (kind === 'group') return tickets.filter(({ groupId }) => groupId === id);
  if (kind === 'order') return tickets.filter(({ orderId }) => orderId === id);
  return kind === 'ticket' ? tickets.filter(({ ticketNumber }) => ticketNumber === id) : [];
}

/** At the table, and where it is too small for all of them, orders whole at the next ones of its row. */
export function roomFor<Ticket extends Pick<SeatedTicket, 'ticketId' | 'orderId' | 'tableId'>>(
  moving: readonly Ticket[],
  { tableId, tables, tickets }: { tableId: string; tables: readonly HallTable[]; tickets: readonly Ticket[] },
): Map<string, string[]> | null {
  const target = tables.find(({ id }) => id === tableId);
  if (target === undefined) return null;
  const leaving = new Set(moving.map(({ ticketId }) => ticketId));
  const freeAt = (table: HallTable): number => table.seats - tickets.filter((ticket) => ticket.tableId === table.id && !leaving.has(ticket.ticketId)).length;
  const onward = tables.filter(({ roomId, rowName, place }) => roomId === target.roomId && rowName === target.rowName && place > target.place).toSorted((a, b) => a.place - b.place);
  const fits = freeAt(target) >= moving.length;
  const choices = (fits || moving.length <= target.seats ? [target] : [target, ...onward]).map((table) => ({ table, free: freeAt(table) }));
  const placed = new Map<string, string[]>();
  for (const order of [...Map.groupBy(moving, ({ orderId }) => orderId).values()].toSorted((a, b) => b.length - a.length)) {
    const choice = choices.find(({ free }) => free >= order.length);
    if (choice === undefined) return null;
    choice.free -= order.length;
    placed.set(choice.table.id, [...(placed.get(choice.table.id) ?? []), ...order.map(({ ticketId }) => ticketId)]);
  }
  return placed;
}

/** The plan as it was before the last change; who lost the ticket or whose table is gone since stays without a table. */
export async function undoPlan(deps: Deps, admin: AdminId, which: SeenHall): Promise<PlanOutcome | 'nothing'> {
  return changePlan<'nothing'>(deps, admin, { ...which, action: 'seating.undone' }, async (tx, { version, tables, tickets }) => {
    // The plan as it is now was stored with this version a moment ago.
    await deleteVersion(tx, which.eventId, version);
    const last = await selectLastVersion(tx, which.eventId);
    if (last === null) return 'nothing';
    await deleteVersion(tx, which.eventId, last.version);
    const idOf = idsByNumber(tickets);
    const free = new Map(tables.map(({ id, seats }) => [id, seats]));
    const seats = last.seats.flatMap(([ticketNumber, tableId, pinned]) => {
      const ticketId = idOf.get(ticketNumber);
      const room = free.get(tableId) ?? 0;
      if (ticketId === undefined || room === 0) return [];
      free.set(tableId, room - 1);
      return [{ ticketId, tableId, pinned }];
    });
    await replaceSeats(tx, which.eventId, seats);
    return 'done';
  });
}

interface WrongPlan {
  outcome: 'invalid';
  fields: Record<string, string>;
}

/** A whole plan, as programs send it; rooms or seats that are left out stay. */
export async function writePlan(deps: Deps, admin: AdminId, which: SeenHall, body: Pick<SeatingBody, 'rooms' | 'seated'>): Promise<PlanOutcome | WrongPlan> {
  return changePlan<WrongPlan>(deps, admin, { ...which, action: 'seating.moved' }, async (tx, { tables: known, tickets }) => {
    const wrongRooms = body.rooms === undefined ? {} : await replaceHall(tx, which.eventId, body.rooms);
    const tables = body.rooms === undefined ? known : tablesIn((await selectHall(tx, which.eventId))?.rooms ?? []);
    const seated = body.seated ?? tickets.flatMap(({ ticketId, tableId, pinned }) => (tableId !== null && tables.some(({ id }) => id === tableId) ? [{ ticketId, tableId, pinned }] : []));
    const fields = { ...wrongRooms, ...seatProblems(seated, { tables, tickets }) };
    if (Object.keys(fields).length > 0) return { outcome: 'invalid', fields };
    await replaceSeats(tx, which.eventId, seated);
    return 'done';
  });
}

function seatProblems(seated: readonly StoredSeat[], { tables, tickets }: { tables: readonly HallTable[]; tickets: readonly SeatedTicket[] }): Record<string, string> {
  const valid = new Set(tickets.map(({ ticketId }) => ticketId));
  const free = new Map(tables.map(({ id, seats }) => [id, seats]));
  const seen = new Set<string>();
  const fields: Record<string, string> = {};
  for (const [at, { ticketId, tableId }] of seated.entries()) {
    const room = free.get(tableId);
    if (seen.has(ticketId)) fields[`seated.${at}.ticketId`] = 'Este tiquet ja té taula en la llista';
    else if (!valid.has(ticketId)) fields[`seated.${at}.ticketId`] = 'Este tiquet no val en este acte';
    else if (room === undefined) fields[`seated.${at}.tableId`] = 'Esta taula no existix';
    else if (room === 0) fields[`seated.${at}.tableId`] = 'En esta taula no queden cadires';
    else free.set(tableId, room - 1);
    seen.add(ticketId);
  }
  return fields;
}

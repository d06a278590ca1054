import { areNeighbours, tablesIn } from '#app/domain/seating/hall.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { shortOrderNumber } from '#app/domain/ticket/short-number.ts';
import type { Staff } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { bumpHall, lockHall, moveSeats, type SeatedTicket, type SeatingEvent, selectEventOfTicket, selectHall, selectSeatedTickets, selectSeatingEvent } from '../../store.server.ts';

export type SeatingRight = 'door' | 'till';

export interface NightSeating {
  event: SeatingEvent;
  /** Who is without a table, by order. */
  standing: { orderId: string; number: string; groupName: string | null; count: number; ticketNumbers: string[] }[];
  /** Whom the page is about, and how many of them have no table. */
  chosen: { orderId: string; number: string; groupName: string | null; count: number } | null;
  /** With seats for them all; those where the chosen one's group sits come first, then those beside it. */
  tables: { id: string; number: number; label: string | null; free: number; toGroup: 'with' | 'beside' | null }[];
}

export async function findEventOfTicket(deps: Pick<Deps, 'db'>, ticketNumber: string): Promise<number | null> {
  return isStorableText(ticketNumber) ? selectEventOfTicket(deps.db.query, ticketNumber) : null;
}

/** Null without a hall. */
export async function readNightSeating<R extends SeatingRight>(deps: Deps, _staff: Staff<R>, which: { eventId: number; ticketNumber: string | null }): Promise<NightSeating | null> {
  const [event, hall, tickets] = await Promise.all([selectSeatingEvent(deps.db.query, which.eventId), selectHall(deps.db.query, which.eventId), selectSeatedTickets(deps.db.query, which.eventId)]);
  if (event === null || hall === null) return null;
  const standing = [...Map.groupBy(tickets.filter(({ tableId }) => tableId === null), ({ orderId }) => orderId).values()];
  const requested = tickets.find(({ ticketNumber }) => ticketNumber === which.ticketNumber);
  const theirs = standing.find(([first]) => first?.orderId === requested?.orderId) ?? [];
  const needed = Math.max(1, theirs.length);
  const tables = tablesIn(hall.rooms);
  const groupTables = tables.filter(({ id }) => requested !== undefined && requested.groupId !== null && tickets.some(({ groupId, tableId }) => groupId === requested.groupId && tableId === id));
  return {
    event,
    standing: standing.map((order) => ({ ...toView(order), ticketNumbers: order.map(({ ticketNumber }) => ticketNumber) })),
    chosen: theirs.length === 0 ? null : toView(theirs),
    tables: tables
      .map((table) => ({
        id: table.id,
        number: table.number,
        label: table.label,
        free: table.seats - tickets.filter(({ tableId }) => tableId === table.id).length,
        toGroup: groupTables.includes(table) ? ('with' as const) : groupTables.some((theirs) => areNeighbours(theirs, table)) ? ('beside' as const) : null,
      }))
      .filter(({ free }) => free >= needed)
      .toSorted((a, b) => nearness(a) - nearness(b) || a.free - b.free || a.number - b.number),
  };
}

function nearness({ toGroup }: NightSeating['tables'][number]): number {
  return toGroup === 'with' ? 0 : toGroup === 'beside' ? 1 : 2;
}

function toView(order: readonly SeatedTicket[]): NonNullable<NightSeating['chosen']> {
  const [first] = order as [SeatedTicket];
  return { orderId: first.orderId, number: shortOrderNumber(first.orderNumber), groupName: first.groupName, count: order.length };
}

type TableNumber = number;
export type SeatOutcome = TableNumber | 'no_room' | 'gone' | 'right_lost';

/** All of an order that have no table yet, at one with the seats for them: nobody is moved for it. */
export async function seatOrder<R extends SeatingRight>(deps: Deps, who: { staff: Staff<R>; right: R }, seat: { eventId: number; orderId: string; tableId: string }): Promise<SeatOutcome> {
  const outcome = await asStaff<R, SeatOutcome>(deps, who, async (tx, { now, audit }) => {
    if ((await lockHall(tx, seat.eventId)) === null) return 'gone';
    const [hall, tickets] = [await selectHall(tx, seat.eventId), await selectSeatedTickets(tx, seat.eventId)];
    const table = tablesIn(hall?.rooms ?? []).find(({ id }) => id === seat.tableId);
    const standing = tickets.filter(({ orderId, tableId }) => orderId === seat.orderId && tableId === null);
    if (table === undefined || standing.length === 0) return 'gone';
    if (table.seats - tickets.filter(({ tableId }) => tableId === table.id).length < standing.length) return 'no_room';
    await moveSeats(tx, seat.eventId, { ticketIds: standing.map(({ ticketId }) => ticketId), tableId: table.id });
    await bumpHall(tx, seat.eventId, now);
    await audit({ action: 'ticket.seated', subject: 'order', subjectId: seat.orderId, detail: { table: table.number, tickets: standing.length } });
    return table.number;
  });
  return orRightLost(outcome);
}

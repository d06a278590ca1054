import { itemAt } from '#app/domain/list.ts';
import { areNeighbours, type HallTable } from '#app/domain/seating/hall.ts';
import { freeSeatsText } from '#app/domain/seating/table-text.ts';
import { shortOrderNumber } from '#app/domain/ticket/short-number.ts';

import type { PlannedTicket, Seating } from '../service.server.ts';

/** Who sits together at a table, or waits: a group, or an order. */
export interface UnitView {
  what: string;
  name: string;
  isGroup: boolean;
  count: number;
  pinned: boolean;
  needsAccessible: boolean;
  /** Which of the patterns on the cloth is theirs. */
  pattern: number;
}

export const NO_TABLE_CHOSEN = 'cap';

export interface TableView extends HallTable {
  taken: number;
  units: UnitView[];
}

export interface RowView {
  name: string;
  shape: HallTable['shape'];
  tables: TableView[];
}

export interface RoomView {
  id: string;
  name: string;
  rows: RowView[];
}

const PATTERNS = 6;

export function unitWhat({ groupId, orderId }: Pick<PlannedTicket, 'groupId' | 'orderId'>): string {
  return groupId === null ? `order:${orderId}` : `group:${groupId}`;
}

type Patterns = ReadonlyMap<string, number>;

/** `at`: of those who sit at that table, or, where it is null, at none; what is moved then are these, not all of a group. */
export function unitsOf(tickets: readonly PlannedTicket[], patterns: Patterns, at?: string | null): UnitView[] {
  const units = Map.groupBy(tickets, unitWhat);
  return [...units]
    .map(([unit, theirs]): UnitView => {
      const what = at === undefined ? unit : `${unit}@${at ?? ''}`;
      const [first] = theirs as [PlannedTicket];
      return {
        what,
        name: first.groupName ?? [shortOrderNumber(first.orderNumber), first.buyerName].filter(Boolean).join(' · '),
        isGroup: first.groupId !== null,
        count: theirs.length,
        pinned: theirs.every(({ pinned }) => pinned),
        needsAccessible: theirs.some(({ needsAccessible }) => needsAccessible),
        pattern: first.groupId === null ? -1 : (patterns.get(first.groupId) ?? 0),
      };
    })
    .toSorted((one, other) => Number(other.isGroup) - Number(one.isGroup) || other.count - one.count || (one.name < other.name ? -1 : 1));
}

/** In the order in which they came, so that they stay; another one only for who would sit at a table with their own. */
export function patternsOf(tickets: readonly Pick<PlannedTicket, 'groupId' | 'orderNumber' | 'tableId'>[]): Patterns {
  const patterns = new Map<string, number>();
  const tablesOf = new Map<string, Set<string | null>>();
  for (const { groupId, tableId } of tickets.toSorted((one, other) => (one.orderNumber < other.orderNumber ? -1 : 1))) {
    if (groupId !== null) tablesOf.set(groupId, (tablesOf.get(groupId) ?? new Set()).add(tableId));
  }
  for (const [at, [groupId, tables]] of [...tablesOf].entries()) {
    const beside = new Set([...patterns].filter(([other]) => [...tables].some((table) => table !== null && tablesOf.get(other)?.has(table))).map(([, pattern]) => pattern));
    const choices = Array.from({ length: PATTERNS }, (_, next) => (at + next) % PATTERNS);
    patterns.set(groupId, choices.find((pattern) => !beside.has(pattern)) ?? at % PATTERNS);
  }
  return patterns;
}

export function roomsView({ rooms, tickets }: Pick<Seating, 'rooms' | 'tickets'>, patterns: Patterns = patternsOf(tickets)): RoomView[] {
  const seated = Map.groupBy(tickets, ({ tableId }) => tableId);
  return rooms.map(({ id, name, tables }) => ({
    id,
    name,
    rows: [...Map.groupBy(tables, ({ rowName }) => rowName)].map(([rowName, row]) => ({
      name: rowName,
      shape: row[0]?.shape ?? 'long',
      tables: row.map((table) => {
        const theirs = seated.get(table.id) ?? [];
        return { ...table, taken: theirs.length, units: unitsOf(theirs, patterns, table.id) };
      }),
    })),
  }));
}

export interface ChosenTable extends TableView {
  /** By order: short number, and the first names given with the tickets there. */
  orders: { what: string; number: string; name: string | null; tickets: { what: string; number: string; pinned: boolean }[] }[];
  neighbours: { id: string; number: number; text: string }[];
}

export function chosenTable(rooms: readonly RoomView[], tickets: readonly PlannedTicket[], tableId: string | null): ChosenTable | null {
  const tables = rooms.flatMap(({ rows }) => rows.flatMap((row) => row.tables));
  const table = tables.find(({ id }) => id === tableId);
  if (table === undefined) return null;
  const theirs = tickets.filter((ticket) => ticket.tableId === table.id);
  return {
    ...table,
    orders: [...Map.groupBy(theirs, ({ orderId }) => orderId)].map(([orderId, ofOrder]) => ({
      what: `order:${orderId}`,
      number: shortOrderNumber(itemAt(ofOrder, 0).orderNumber),
      name: itemAt(ofOrder, 0).firstName ?? itemAt(ofOrder, 0).buyerName,
      tickets: ofOrder.map(({ ticketNumber, position, pinned }) => ({ what: `ticket:${ticketNumber}`, number: `T${position}`, pinned })),
    })),
    neighbours: tables.filter((other) => areNeighbours(other, table)).map(({ id, number, units, taken, seats }) => ({ id, number, text: units.length === 0 ? freeSeatsText(seats - taken) : units.map(({ name }) => name).join(', ') })),
  };
}

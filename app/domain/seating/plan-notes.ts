import { itemAt, listText } from '#app/domain/list.ts';
import { shortOrderNumber } from '../ticket/short-number.ts';
import { areInOneRun, type HallTable } from './hall.ts';

/** Who sits in a plan, as its notes tell it. */
export interface NotedTicket {
  orderId: string;
  orderNumber: string;
  groupId: string | null;
  groupName: string | null;
  tableId: string | null;
  needsAccessible: boolean;
}

const COUNTS = ['cap', 'una', 'dues', 'tres', 'quatre', 'cinc', 'sis', 'set', 'huit', 'nou', 'deu'];

/** In words, what a plan could not do: people without a table, needs that are not met, orders and groups at several tables. */
export function planNotes(tickets: readonly NotedTicket[], tables: readonly HallTable[]): string[] {
  const byId = new Map(tables.map((table) => [table.id, table]));
  const tableOf = (ticket: NotedTicket): HallTable | undefined => (ticket.tableId === null ? undefined : byId.get(ticket.tableId));
  const seats = tables.reduce((sum, table) => sum + table.seats, 0);
  const notes: string[] = [];
  if (tickets.length > seats) notes.push(`Falten ${tickets.length - seats} cadires: hi ha ${tickets.length} tiquets i ${seats} cadires.`);

  for (const theirs of Map.groupBy(tickets.filter(({ needsAccessible }) => needsAccessible), ({ orderId }) => orderId).values()) {
    if (theirs.every((ticket) => tableOf(ticket)?.accessible === true)) continue;
    notes.push(`La comanda ${shortOrderNumber(itemAt(theirs, 0).orderNumber)} ha demanat un lloc accessible i no n'hi ha per a tots ${theirs.length}: marca'n una altra taula o fes-los lloc.`);
  }
  const units = Map.groupBy(tickets, ({ groupId, orderId }) => groupId ?? `order ${orderId}`);
  for (const theirs of [...units.values()].toSorted((one, other) => other.length - one.length)) {
    const text = unitNote(theirs, tableOf);
    if (text !== null) notes.push(text);
  }
  return notes;
}

function unitNote(theirs: readonly NotedTicket[], tableOf: (ticket: NotedTicket) => HallTable | undefined): string | null {
  const [first] = theirs;
  const places = [...new Set(theirs.map(tableOf))].filter((table) => table !== undefined).toSorted((a, b) => a.number - b.number);
  const standing = theirs.filter((ticket) => tableOf(ticket) === undefined).length;
  if (first === undefined || (places.length < 2 && standing === 0)) return null;
  const name = first.groupName === null ? `La comanda ${shortOrderNumber(first.orderNumber)}` : `La colla ${first.groupName}`;
  if (places.length === 0) return `${name}: ${theirs.length}, sense taula.`;
  const where = places.length === 1 ? `a la ${itemAt(places, 0).number}` : `en ${countText(places.length)} taules${areInOneRun(places) ? ' veïnes' : ', que no són veïnes'}: ${listText(places.map(atTable))}`;
  const alone = places.filter((table) => theirs.filter((ticket) => tableOf(ticket)?.id === table.id).length === 1);
  return [
    `${name}: ${theirs.length}, ${where}`,
    ...(standing > 0 ? [`; ${standing} sense taula`] : []),
    ...(places.length > 1 && alone.length > 0 ? [`. Queda algú a soles a ${listText(alone.map(atTable))}`] : []),
    '.',
  ].join('');
}

function countText(count: number): string {
  return COUNTS[count] ?? String(count);
}

function atTable({ number }: HallTable): string {
  return `la ${number}`;
}

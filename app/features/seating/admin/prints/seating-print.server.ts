import { itemAt } from '#app/domain/list.ts';
import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { tablesIn } from '#app/domain/seating/hall.ts';
import { tableText } from '#app/domain/seating/table-text.ts';
import { shortOrderNumber } from '#app/domain/ticket/short-number.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';

import { readNeedsByTable } from '#app/features/needs/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';

import { roomsView, type RoomView } from '../plan-view.ts';
import { readSeating, type Seating } from '../../service.server.ts';
import { readDishesByTable, type TableDishes } from './service.server.ts';

export const PAPERS = ['targetes', 'llista', 'plano', 'cuina'] as const;
export type Paper = (typeof PAPERS)[number];

export interface TableCard {
  id: string;
  number: number;
  label: string | null;
  seats: number;
  groups: { id: string; name: string }[];
  /** The next stretch where a group goes on. */
  goesOnAt: number | null;
}

export interface WallLine {
  id: string;
  /** A group, or a ticket by its short number. */
  name: string;
  tables: string;
}

export interface PrintData {
  paper: Paper;
  eventId: number;
  title: string;
  when: string;
  cards: TableCard[];
  groups: WallLine[];
  tickets: WallLine[];
  withNames: boolean;
  rooms: RoomView[];
  dishes: KitchenTable[];
}

interface KitchenTable extends TableDishes {
  /** '1 sense gluten' */
  needs: string[];
}

export const loader = adminLoader('admin', async ({ deps, staff, param, query }): Promise<PrintData | null> => {
  const [eventId, paper] = [parseEventId(param('eventId')), PAPERS.find((one) => one === param('paper'))];
  const seating = eventId === null || paper === undefined ? null : await readSeating(deps, staff, eventId);
  if (seating === null || paper === undefined) return null;
  const { event } = seating;
  const withNames = query.get('noms') === 'si';
  const only = query.get('taula');
  return {
    paper,
    eventId: event.id,
    title: event.title,
    when: `${weekdayName(event.date)} ${formatDate(event.date)}`,
    cards: paper === 'targetes' ? cardsOf(seating).filter(({ id }) => only === null || id === only) : [],
    ...(paper === 'llista' ? wallList(seating, withNames) : { groups: [], tickets: [] }),
    withNames,
    rooms: paper === 'plano' ? roomsView(seating) : [],
    dishes: paper === 'cuina' ? await readKitchen(deps, staff, event.id) : [],
  };
});

async function readKitchen(deps: Deps, admin: AdminId, eventId: number): Promise<KitchenTable[]> {
  const [tables, needs] = await Promise.all([readDishesByTable(deps, admin, eventId), readNeedsByTable(deps, admin, eventId)]);
  return tables.map((one) => ({ ...one, needs: needs.get(one.table === null ? null : tableText(one.table)) ?? [] }));
}

function cardsOf({ rooms, tickets }: Seating): TableCard[] {
  const tables = tablesIn(rooms);
  const groupsAt = (tableId: string): TableCard['groups'] => {
    const here = Map.groupBy(tickets.filter((ticket) => ticket.tableId === tableId && ticket.groupId !== null), ({ groupId }) => groupId ?? '');
    return [...here].toSorted(([, one], [, other]) => other.length - one.length).map(([id, theirs]) => ({ id, name: itemAt(theirs, 0).groupName ?? '' }));
  };
  return tables
    .toSorted((a, b) => a.number - b.number)
    .map((table) => {
      const groups = groupsAt(table.id);
      const next = tables.find((other) => other.roomId === table.roomId && other.rowName === table.rowName && other.place === table.place + 1);
      return { id: table.id, number: table.number, label: table.label, seats: table.seats, groups, goesOnAt: next !== undefined && groupsAt(next.id).some(({ id }) => groups.some((group) => group.id === id)) ? next.number : null };
    });
}

/** Names only where an admin asks for them, each time. */
function wallList({ rooms, tickets }: Seating, withNames: boolean): Pick<PrintData, 'groups' | 'tickets'> {
  const numberOf = new Map(rooms.flatMap((room) => room.tables.map(({ id, number }) => [id, number] as const)));
  const tablesOf = (theirs: Seating['tickets']): string => {
    const numbers = [...new Set(theirs.flatMap(({ tableId }) => (tableId === null ? [] : [numberOf.get(tableId) ?? 0])))].toSorted((a, b) => a - b);
    return numbers.length === 0 ? '—' : numbers.join(', ');
  };
  const groups = [...Map.groupBy(tickets.filter(({ groupId }) => groupId !== null), ({ groupId }) => groupId ?? '')].map(([id, theirs]) => ({ id, theirs, name: itemAt(theirs, 0).groupName ?? '' }));
  // Colles of one name are told apart by how many they are: the code, which lets anybody join, goes on no wall.
  const nameOf = ({ name, theirs }: (typeof groups)[number]): string => (groups.filter((other) => other.name === name).length === 1 ? name : `${name} (${theirs.length})`);
  const orders = [...Map.groupBy(tickets, ({ orderId }) => orderId).values()];
  return {
    groups: groups.map((group) => ({ id: group.id, name: nameOf(group), tables: tablesOf(group.theirs) })).toSorted((a, b) => a.name.localeCompare(b.name, 'ca')),
    tickets: orders
      .map((theirs) => ({ id: itemAt(theirs, 0).orderId, name: [shortOrderNumber(itemAt(theirs, 0).orderNumber), withNames ? itemAt(theirs, 0).buyerName : null].filter(Boolean).join(' · '), tables: tablesOf(theirs) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

import { writeCsv } from 'hucre/csv';
import { sql } from 'kysely';

import { shortOrderNumber } from '#app/domain/ticket/short-number.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { Seating } from '../../service.server.ts';

/** Tables by number, each place a line; no names. */
export function seatingCsv({ rooms, tickets }: Seating): string {
  const tables = rooms.flatMap((room) => room.tables.map((table) => ({ ...table, room: room.name }))).toSorted((a, b) => a.number - b.number);
  const rows = tables.flatMap((table) => tickets.filter(({ tableId }) => tableId === table.id).map((ticket) => [table.number, table.room, table.label ?? '', ticket.groupName ?? '', shortOrderNumber(ticket.orderNumber), ticket.ticketNumber, ticket.pinned ? 'Sí' : '']));
  const standing = tickets.filter(({ tableId }) => tableId === null).map((ticket) => ['', '', '', ticket.groupName ?? '', shortOrderNumber(ticket.orderNumber), ticket.ticketNumber, '']);
  return writeCsv([['Taula', 'Sala', 'Etiqueta', 'Colla', 'Comanda', 'Tiquet', 'Clavat'], ...rows, ...standing], { delimiter: ';', bom: true, escapeFormulae: true });
}

export interface TableDishes {
  /** Null: of those without a table. */
  table: number | null;
  dishes: { section: string; name: string; emoji: string; count: number }[];
}

/** What the kitchen carries where; of valid and used tickets. */
export async function readDishesByTable(deps: Pick<Deps, 'db'>, _admin: AdminId, eventId: number): Promise<TableDishes[]> {
  const rows = await selectDishesByTable(deps.db.query, eventId);
  return [...Map.groupBy(rows, ({ table }) => table)].map(([table, dishes]) => ({ table, dishes: dishes.map(({ table: _table, ...dish }) => dish) }));
}

async function selectDishesByTable(query: Query, eventId: number): Promise<{ table: number | null; section: string; name: string; emoji: string; count: number }[]> {
  const { rows } = await sql<{ table: number | null; section: string; name: string; emoji: string; count: number }>`
    with sold as (
      select t.menu_selection, t.extras_selection, h.number as "table"
      from tickets t join orders o on o.id = t.order_id
      left join ticket_seats s on s.ticket_id = t.id left join hall_tables h on h.id = s.table_id
      where t.event_id = ${eventId} and t.status in ('active', 'used') and o.status in ('paid', 'completed') and jsonb_typeof(t.menu_selection) = 'array'
    ), dishes as (
      select "table", section ->> 'sectionName' as section, item ->> 'name' as name, item ->> 'emoji' as emoji
      from sold, jsonb_array_elements(menu_selection) section, jsonb_array_elements(section -> 'items') item
      union all
      select "table", 'Extres', item ->> 'name', item ->> 'emoji' from sold, jsonb_array_elements(extras_selection) item
    )
    select "table", section, name, max(emoji) as emoji, count(*)::integer as count from dishes
    group by "table", section, name order by "table" nulls last, section, count(*) desc, name`.execute(query);
  return rows;
}

import { sql } from 'kysely';

import type { Query } from '#app/adapters/db/database.server.ts';

export interface DishRow {
  section: string;
  name: string;
  emoji: string;
  count: number;
  served: number;
  /** Cents, as sold. */
  revenue: number;
  notes: string[];
}

const EXTRAS = 'Extres';

/** Of valid and used tickets of paid orders; most ordered first. */
export async function selectDishes(query: Query, eventId: number): Promise<DishRow[]> {
  const { rows } = await sql<DishRow>`
    with sold as (
      select t.id, t.status, t.note, t.menu_selection, t.extras_selection
      from tickets t join orders o on o.id = t.order_id
      where t.event_id = ${eventId} and t.status in ('active', 'used') and o.status in ('paid', 'completed')
    ), dishes as (
      select s.status, s.note, section ->> 'sectionName' as section, item
      from sold s, jsonb_array_elements(s.menu_selection) section, jsonb_array_elements(section -> 'items') item
      union all
      select s.status, s.note, ${EXTRAS}::text, item from sold s, jsonb_array_elements(s.extras_selection) item
    )
    select section, item ->> 'name' as name, max(item ->> 'emoji') as emoji, count(*)::int as count,
      count(*) filter (where status = 'used')::int as served, sum((item ->> 'price')::int)::int as revenue,
      coalesce(array_agg(note) filter (where note <> ''), '{}') as notes
    from dishes group by section, item ->> 'name'
    order by count(*) desc, section, item ->> 'name'`.execute(query);
  return rows;
}

export interface SheetHead {
  title: string;
  image: string;
  date: string;
  /** HH:MM */
  time: string;
  /** The sections of the menu in their order. */
  sections: string[];
  notes: { ticketNumber: string; note: string; isServed: boolean; dishes: string[] }[];
}

/** What the kitchen has to know beside the counts. Of valid and used tickets of paid orders. */
export async function selectSheetHead(query: Query, eventId: number): Promise<SheetHead | null> {
  const { rows } = await sql<SheetHead>`
    select e.title, e.image, e.event_date as date, e.event_time as time,
      array(select s.name from event_sections s where s.event_id = e.id and s.archived_at is null order by s.position) as sections,
      coalesce((
        select json_agg(json_build_object(
          'ticketNumber', t.ticket_number, 'note', t.note, 'isServed', t.status = 'used',
          'dishes', (select coalesce(json_agg(dish #>> '{}'), '[]') from jsonb_path_query(t.menu_selection, '$[*].items[*].name') as dish)
        ) order by t.ticket_number)
        from tickets t join orders o on o.id = t.order_id
        where t.event_id = e.id and t.note <> '' and t.status in ('active', 'used') and o.status in ('paid', 'completed')
      ), '[]') as notes
    from events e where e.id = ${eventId}`.execute(query);
  return rows[0] ?? null;
}

import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import { EXTRAS_SECTION } from '#app/domain/door/serving.ts';

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

/** Valid and used tickets of paid orders; most ordered first. */
export async function selectDishes(query: Query, eventId: number): Promise<DishRow[]> {
  const { rows } = await sql<DishRow>`
    with sold as (
      select t.id, t.status, t.note, t.menu_selection, t.extras_selection, e.kitchen_service
      from tickets t join orders o on o.id = t.order_id join events e on e.id = t.event_id
      where t.event_id = ${eventId} and t.status in ('active', 'used') and o.status in ('paid', 'completed')
    ), dishes as (
      select s.status = 'used' and not s.kitchen_service as entered, s.note, section ->> 'sectionName' as section,
        item ->> 'name' as name, item ->> 'emoji' as emoji, (item ->> 'price')::int as price
      from sold s, jsonb_array_elements(s.menu_selection) section, jsonb_array_elements(section -> 'items') item
      union all
      select s.status = 'used' and not s.kitchen_service, s.note, ${EXTRAS_SECTION}::text, item ->> 'name', item ->> 'emoji', (item ->> 'price')::int
      from sold s, jsonb_array_elements(s.extras_selection) item
    ), given as (
      select d.section, d.name, count(*)::int as count
      from served_dishes d join sold s on s.id = d.ticket_id
      where d.undone_at is null and s.kitchen_service
      group by d.section, d.name
    )
    select d.section, d.name, max(d.emoji) as emoji, count(*)::int as count,
      count(*) filter (where d.entered)::int + coalesce(max(g.count), 0) as served, sum(d.price)::int as revenue,
      coalesce(array_agg(d.note) filter (where d.note <> ''), '{}') as notes
    from dishes d left join given g on g.section = d.section and g.name = d.name
    group by d.section, d.name
    order by count(*) desc, d.section, d.name`.execute(query);
  return rows;
}

export interface KitchenNote {
  ticketNumber: string;
  /** Of whoever eats it; null where nobody left one. */
  name: string | null;
  /** Who bought for how many; null name where nobody left one. */
  group: { name: string | null; tickets: number };
  note: string;
  isServed: boolean;
  dishes: string[];
}

export interface SheetHead {
  title: string;
  image: string;
  date: string;
  time: string;
  sections: string[];
  notes: KitchenNote[];
}

/** Of valid and used tickets of paid orders. */
export async function selectSheetHead(query: Query, eventId: number): Promise<SheetHead | null> {
  const { rows } = await sql<SheetHead>`
    select e.title, e.image, e.event_date as date, e.event_time as time,
      array(select s.name from event_sections s where s.event_id = e.id and s.archived_at is null order by s.position) as sections,
      coalesce((
        select json_agg(json_build_object(
          'ticketNumber', t.ticket_number, 'note', t.note,
          'name', coalesce(nullif(t.note_name, ''), nullif(t.given_to, ''), case when t.given_to is null then nullif(o.user_name, '') end),
          'group', json_build_object('name', nullif(o.user_name, ''),
            'tickets', (select count(*)::int from tickets p where p.order_id = o.id and p.status in ('active', 'used'))), 'isServed', case when e.kitchen_service then
            (select count(*) from served_dishes d where d.ticket_id = t.id and d.undone_at is null)
              >= (select count(*) from jsonb_path_query(t.menu_selection, '$[*].items[*]')) + jsonb_array_length(t.extras_selection)
            else t.status = 'used' end,
          'dishes', (select coalesce(json_agg(dish #>> '{}'), '[]') from (select jsonb_path_query(t.menu_selection, '$[*].items[*].name') as dish union all select jsonb_path_query(t.extras_selection, '$[*].name')) as chosen)
        ) order by t.ticket_number)
        from tickets t join orders o on o.id = t.order_id
        where t.event_id = e.id and t.note <> '' and t.status in ('active', 'used') and o.status in ('paid', 'completed')
      ), '[]') as notes
    from events e where e.id = ${eventId}`.execute(query);
  return rows[0] ?? null;
}

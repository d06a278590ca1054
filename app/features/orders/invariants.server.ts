import { sql } from 'kysely';

import type { Invariants } from '#app/feature.server.ts';
import { ORDER_MOVES, ORDER_STATUSES } from '#app/domain/order/status.ts';

const ORDER_ACTIONS = ORDER_STATUSES.map((status) => `order.${status}`);
const MOVES = Object.entries(ORDER_MOVES).flatMap(([from, moves]) => moves.map((to) => `order.${from} order.${to}`));
const BEGINNINGS = ['order.draft', 'order.pending_payment', 'order.completed'];

export const invariants = (): Invariants => ({
  'I1 the counter of an event is its valid and waiting tickets, its open offers and what is set aside': sql`
    select s.event_id::text as what, format('counter %s, tickets %s, offered %s, set aside %s', s.sold, t.tickets, o.places, s.set_aside) as how
    from event_stock s,
      lateral (select count(*) as tickets from tickets where event_id = s.event_id and status in ('pending_payment', 'active', 'used')) as t,
      lateral (select coalesce(sum(offered_places), 0) as places from waiting_parties where event_id = s.event_id and status = 'offered') as o
    where s.sold <> t.tickets + o.places + s.set_aside`,

  'I1 no event is sold beyond its limit': sql`
    select event_id::text as what, format('%s of %s', sold, max_tickets) as how from event_stock where sold > max_tickets and sold > sold_when_limited`,

  // Dishes in older menu formats have no ids, and are not counted.
  'I1 the counter of a dish is its places on valid and waiting tickets': sql`
    select d.item_id as what, format('counter %s, tickets %s', d.sold, count(c.dish)) as how
    from dish_stock d left join (
      select t.event_id, dish from tickets t, dishes_of(t.menu_selection) as dish where t.status in ('pending_payment', 'active', 'used')
    ) c on c.event_id = d.event_id and c.dish = d.item_id
    group by d.item_id having d.sold <> count(c.dish)`,

  'I1 no dish is sold beyond its places': sql`
    select item_id as what, format('%s of %s', sold, places) as how from dish_stock where sold > places and sold > sold_when_limited`,

  'I2 an order has as many tickets as it says, at prices that add up to its total': sql`
    select o.order_number as what, format('%s tickets of %s, %s cents of %s', count(t.id), o.ticket_quantity, coalesce(sum(t.price), 0), o.total_amount) as how
    from orders o left join tickets t on t.order_id = o.id
    group by o.id having count(t.id) <> o.ticket_quantity or coalesce(sum(t.price), 0) <> o.total_amount`,

  'I6 numbers and keys are there once': sql`
    select order_number as what, 'twice' as how from orders group by order_number having count(*) > 1
    union all select ticket_number, 'twice' from tickets group by ticket_number having count(*) > 1
    union all select idempotency_key, 'twice' from payments group by idempotency_key having count(*) > 1`,

  'I8 tickets are in a state that their order allows': sql`
    select t.ticket_number as what, format('%s on an order %s', t.status, o.status) as how
    from tickets t join orders o on o.id = t.order_id
    where t.status <> all (case o.status
      when 'pending_payment' then array['pending_payment']
      when 'draft' then array['pending_payment']
      when 'cancelled' then array['cancelled']
      when 'refunded' then array['refunded', 'used', 'cancelled']
      else array['active', 'used', 'refunded', 'cancelled'] end)`,

  // Rows of one order are ordered by id: they are written under its lock.
  'I9 an order has gone from its beginning to where it is in allowed steps, each with one row': sql`
    with steps as (
      select subject_id, action, lag(action) over steps as before, lead(action) over steps is null as is_last
      from audit where subject = 'order' and action = any(${ORDER_ACTIONS}::text[])
      window steps as (partition by subject_id order by id)
    )
    select coalesce(o.order_number, 'an order that is gone') as what, format('%s after %s', s.action, coalesce(s.before, 'nothing')) as how
    from steps s left join orders o on o.id::text = s.subject_id
    where o.id is null or (s.before is null and s.action <> all(${BEGINNINGS}::text[])) or s.before || ' ' || s.action <> all(${MOVES}::text[])
    union all
    select o.order_number, format('%s, last row %s', o.status, coalesce(s.action, 'none'))
    from orders o left join steps s on s.subject_id = o.id::text and s.is_last
    where s.action is distinct from 'order.' || o.status`,

  'I9 a ticket cancelled by itself has one row': sql`
    select t.ticket_number as what, format('%s rows', count(a.id)) as how
    from tickets t join orders o on o.id = t.order_id
    left join audit a on a.subject = 'ticket' and a.subject_id = t.id and a.action = 'ticket.cancelled'
    where t.status = 'cancelled' and o.status <> 'cancelled' or a.id is not null
    group by t.id having count(a.id) <> 1 or t.status <> 'cancelled'`,

  // Older menu formats carry no prices.
  'I10 a ticket costs what its dishes and extras cost, less what a code takes off': sql`
    select t.ticket_number as what, format('%s cents and %s off, dishes %s', t.price, t.discount, lines.total) as how
    from tickets t, lateral (
      select sum(price::integer) as total from (
        select jsonb_path_query(t.menu_selection, '$[*].items[*].price ? (@.type() == "number")') as price
        union all select jsonb_path_query(t.extras_selection, '$[*].price ? (@.type() == "number")')
      ) as prices
    ) as lines
    where lines.total <> t.price + t.discount`,
});

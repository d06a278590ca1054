import { type RawBuilder, sql } from 'kysely';

import { ORDER_MOVES, ORDER_STATUSES } from '#app/domain/order/status.ts';

export type Finding = RawBuilder<{ what: string; how: string }>;

const ORDER_ACTIONS = ORDER_STATUSES.map((status) => `order.${status}`);
const MOVES = Object.entries(ORDER_MOVES).flatMap(([from, moves]) => moves.map((to) => `order.${from} order.${to}`));
const BEGINNINGS = ['order.draft', 'order.pending_payment', 'order.completed'];

/** Rows of one order are ordered by id: they are written under its lock. */
export const TRACE_RULES: Record<string, Finding> = {
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

  'I9 a ticket given back by itself has one row': sql`
    select t.ticket_number as what, format('%s rows', count(a.id)) as how
    from tickets t join orders o on o.id = t.order_id
    left join audit a on a.subject = 'ticket' and a.subject_id = t.id and a.action = 'ticket.refunded'
    where t.status = 'refunded' and o.status <> 'refunded' or a.id is not null
    group by t.id having count(a.id) <> 1 or t.status <> 'refunded'`,

  'I9 an admission or a serving that was taken back has one row': sql`
    select t.ticket_number as what, format('%s undone, %s rows', count(distinct s.id), count(distinct a.id)) as how
    from tickets t
    left join scans s on s.ticket_id = t.id and s.undoes is not null and s.kind in ('undo', 'unserve')
    left join (
      select a.id, coalesce(r.ticket_id, a.subject_id) as ticket_id from audit a left join retired_ticket_ids r on r.id = a.subject_id
      where a.subject = 'ticket' and a.action in ('ticket.admission_undone', 'ticket.serving_undone')
    ) as a on a.ticket_id = t.id
    group by t.id having count(distinct s.id) <> count(distinct a.id)`,

  'I9 a ticket cancelled by itself has one row': sql`
    select t.ticket_number as what, format('%s rows', count(a.id)) as how
    from tickets t join orders o on o.id = t.order_id
    left join audit a on a.subject = 'ticket' and a.subject_id = t.id and a.action = 'ticket.cancelled'
    where t.status = 'cancelled' and o.status <> 'cancelled' or a.id is not null
    group by t.id having count(a.id) <> 1 or t.status <> 'cancelled'`,

  'I9 a refund has one row for each of its states, the last one for the present': sql`
    select o.order_number as what, format('%s, rows %s', r.status, coalesce(string_agg(a.action, ', ' order by a.id), 'none')) as how
    from refunds r join orders o on o.id = r.order_id
    left join audit a on a.subject = 'refund' and a.subject_id = r.id::text
    where not starts_with(r.idempotency_key, 'dispute:')
    group by r.id, o.id
    having count(a.id) <> count(distinct a.action)
      or coalesce((array_agg(a.action order by a.id desc))[1], 'none') <> all (
        case r.status when 'due' then array['refund.due', 'refund.requested'] else array['refund.' || r.status] end)`,

  'I9 a dispute has one row for its beginning and one for its end': sql`
    select o.order_number as what, format('%s disputes, %s rows', count(distinct k.id), count(distinct a.id)) as how
    from payments p join orders o on o.id = p.order_id
    left join payment_cases k on k.payment_id = p.id and k.kind = 'dispute'
    left join audit a on a.subject = 'payment' and a.subject_id = p.id::text and a.action = 'payment.disputed'
    group by p.id, o.id having count(distinct k.id) <> count(distinct a.id)
    union all
    select o.order_number, format('%s lost, %s rows', count(distinct r.id), count(distinct a.id))
    from payments p join orders o on o.id = p.order_id
    left join refunds r on r.payment_id = p.id and starts_with(r.idempotency_key, 'dispute:')
    left join audit a on a.subject = 'payment' and a.subject_id = p.id::text and a.action = 'payment.dispute_lost'
    group by p.id, o.id having count(distinct r.id) <> count(distinct a.id)`,

  'I9 a ticket is suspended by a dispute that was not won': sql`
    select t.ticket_number as what, 'no such dispute' as how from tickets t
    where t.suspended_at is not null and not exists (
      select from payments p join audit a on a.subject = 'payment' and a.subject_id = p.id::text
      where p.order_id = t.order_id and a.action in ('payment.disputed', 'payment.dispute_won')
      group by p.id having (array_agg(a.action order by a.id desc))[1] = 'payment.disputed'
    )`,

  'I9 the chain of the audit is whole': sql`
    select format('row %s, position %s', c.audit_id, c.position) as what,
      case when a.id is null then 'the row is gone' when c.position <> c.before + 1 then 'a part before it is gone' else 'it says something else now' end as how
    from (
      select position, audit_id, hash, lag(position, 1, 0::bigint) over links as before, lag(hash, 1, ''::bytea) over links as hash_before
      from audit_chain window links as (order by position)
    ) as c
    left join audit a on a.id = c.audit_id
    where a.id is null or c.position <> c.before + 1 or c.hash <> sha256(c.hash_before || audit_content(a))`,

  // The database's clock: the sealing job runs by it.
  'I9 the audit is sealed within minutes': sql`
    select format('%s rows', count(*)) as what, format('the oldest of %s', min(a.at)) as how
    from audit a left join audit_chain c on c.audit_id = a.id
    where c.audit_id is null and a.at < now() - interval '10 minutes'
    having count(*) > 0`,
};

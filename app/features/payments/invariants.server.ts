import { sql } from 'kysely';

import type { Invariants } from '#app/feature.server.ts';

export const invariants = (now: Date): Invariants => ({
  // Refunds are requested within the hour and complete within the ten days that banks may take.
  'I3 a refund is carried out in time': sql`
    select o.order_number as what, format('%s since %s', r.status, r.created_at) as how
    from refunds r join orders o on o.id = r.order_id
    where (r.status = 'due' and r.created_at <= ${now}::timestamptz - interval '1 hour')
      or (r.status = 'pending' and r.created_at <= ${now}::timestamptz - interval '10 days')`,

  'I4 a paid order has one payment that nobody gives back': sql`
    select o.order_number as what, format('%s payments', count(p.id)) as how
    from orders o left join payments p on p.order_id = o.id and p.status = 'paid'
      and not exists (select 1 from payment_cases k where k.reference = p.provider_payment and k.kind in ('amount_differs', 'late_payment'))
    where o.status = 'paid' group by o.id having count(p.id) <> 1`,

  // After a lost dispute the bank takes the money even if it was refunded before; a case reports it.
  'I4 no more is given back than was paid': sql`
    select o.order_number as what, format('%s cents of %s', sum(r.amount), min(p.amount)) as how
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
    where r.status <> 'failed' and not starts_with(r.charge, 'till:') and not exists (
      select 1 from payment_cases k where (k.kind, k.reference) in (('amount_differs', r.charge), ('dispute', r.provider_refund))
    )
    group by r.charge, o.id having sum(r.amount) > min(p.amount)`,

  // What was given back at the provider itself may be more than was left.
  'I4 no more is given back by card and by hand than was paid by both': sql`
    select o.order_number as what, format('%s cents of %s', sum(r.amount), p.amount + coalesce(a.amount, 0)) as how
    from payments p join orders o on o.id = p.order_id
    join refunds r on r.charge in (p.provider_payment, 'till:' || p.id) and r.status <> 'failed' and r.reason <> 'provider'
    left join (select order_id, sum(amount) as amount from price_adjustments group by order_id) a on a.order_id = o.id
    where p.status = 'paid' group by p.id, o.id, a.amount having sum(r.amount) > p.amount + coalesce(a.amount, 0)`,

  'I4 what an order costs is what was paid for it, and the differences of its dishes': sql`
    select o.order_number as what, format('%s cents of %s', p.amount + coalesce(sum(a.amount), 0), o.total_amount) as how
    from orders o join payments p on p.order_id = o.id and p.status = 'paid' left join price_adjustments a on a.order_id = o.id
    where o.status in ('paid', 'refunded') group by o.id, p.id having p.amount + coalesce(sum(a.amount), 0) <> o.total_amount`,

  // Refunds of a second, duplicate payment do not count.
  'I8 a refunded order has refunds for all of it': sql`
    select o.order_number as what, format('%s cents of %s', coalesce(sum(r.amount), 0), o.total_amount) as how
    from orders o
    left join payments p on p.order_id = o.id and p.status = 'paid'
    left join refunds r on r.charge in (p.provider_payment, 'till:' || p.id)
    where o.status = 'refunded' group by o.id, p.id having coalesce(sum(r.amount), 0) < o.total_amount`,

  'I9 a ticket given back by itself has one row': sql`
    select t.ticket_number as what, format('%s rows', count(a.id)) as how
    from tickets t join orders o on o.id = t.order_id
    left join audit a on a.subject = 'ticket' and a.subject_id = t.id and a.action = 'ticket.refunded'
    where t.status = 'refunded' and o.status <> 'refunded' or a.id is not null
    group by t.id having count(a.id) <> 1 or t.status <> 'refunded'`,

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
});

import { sql } from 'kysely';

import type { Invariants } from '#app/feature.server.ts';

export const invariants = (): Invariants => ({
  // A payment found later, or after a restore, is honoured at the price that was paid, whoever used the code meanwhile.
  'I15 a code is used no more often than it may be': sql`
    select c.label as what, format('%s uses of %s', count(*), v.uses) as how
    from voucher_codes c join vouchers v on v.id = c.voucher_id join voucher_uses u on u.code = c.code join orders o on o.id = u.order_id
    where o.status in ('pending_payment', 'paid', 'completed')
      and not exists (select from audit a where a.subject = 'order' and a.subject_id = o.id::text and (a.action = 'order.cancelled' or a.detail @> '{"restored": true}'))
    group by c.code, v.id having count(*) > v.uses`,

  'I15 what codes take off an order is what they take off its tickets': sql`
    select o.order_number as what, format('%s by codes, %s by tickets', u.discount, t.discount) as how
    from orders o
    join (select order_id, sum(discount) as discount from tickets group by order_id) t on t.order_id = o.id
    join (select order_id, sum(discount) as discount from voucher_uses group by order_id) u on u.order_id = o.id
    where u.discount <> t.discount`,

  'I16 an account has no more tickets at its reduced price than the event allows': sql`
    select e.id::text as what, format('%s of %s', reduced.tickets, e.member_quota) as how
    from events e join lateral (
      select o.user_id, count(*) as tickets, max(o.created_at) as last from orders o join tickets t on t.order_id = o.id
      where o.event_id = e.id and o.user_id is not null and t.status in ('pending_payment', 'active', 'used') and coalesce(t.priced_as, t.user_role) in ('socio', 'comision')
        and not exists (select from audit a where a.subject = 'order' and a.subject_id = o.id::text and a.action = 'order.cancelled')
      group by o.user_id
    ) reduced on reduced.tickets > e.member_quota
    -- A quota set lower afterwards takes nothing from anybody.
    where reduced.last >= e.updated_at`,
});

import { type RawBuilder, sql } from 'kysely';

/** Rows of money as it came and went, each with what was sold for it: payments, refunds that were carried out, and dishes of another price. `means`: 'card' on the web, else as at the till. */
export const moneyMoved: RawBuilder<unknown> = sql`(
  select o.event_id, o.role, p.paid_at as at, coalesce(p.means, 'card') as means, o.ticket_quantity as tickets, p.amount as taken, 0 as refunded
  from payments p join orders o on o.id = p.order_id where p.status = 'paid'
  union all
  select o.event_id, o.role, coalesce(r.settled_at, r.created_at), coalesce(t.means, 'card'), 0, 0, r.amount
  from refunds r join payments p on p.id = r.payment_id and p.status = 'paid' and r.charge in (p.provider_payment, 'till:' || p.id) join orders o on o.id = r.order_id
  left join till_payouts t on t.refund_id = r.id where r.status = 'succeeded'
  union all
  select o.event_id, o.role, a.made_at, a.means, 0, greatest(a.amount, 0), greatest(-a.amount, 0)
  from price_adjustments a join orders o on o.id = a.order_id
)`;

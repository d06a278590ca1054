import { sql } from 'kysely';

import { CLOCK_SLACK_MS } from '#app/domain/time/clock-slack.ts';
import type { Invariants } from '#app/feature.server.ts';

const SLACK = sql.lit(`${CLOCK_SLACK_MS} ms`);

/** I14: the drawers' rows match the sales and refunds in person, and no provider was involved. */
export const invariants = (): Invariants => ({
  'I14 an order is paid by hand exactly when a drawer sold it, all of it and once': sql`
    select o.order_number as what, format('sold %s times, by hand %s cents, by a provider %s of %s', count(distinct s.order_id),
      coalesce(sum(p.amount) filter (where p.provider = 'till'), 0), coalesce(sum(p.amount) filter (where p.provider <> 'till'), 0), o.total_amount) as how
    from orders o
    left join till_sales s on s.order_id = o.id
    left join payments p on p.order_id = o.id
    left join (select order_id, sum(amount) as amount from price_adjustments group by order_id) a on a.order_id = o.id
    where s.order_id is not null or p.provider = 'till'
    group by o.id, a.amount
    having count(distinct s.order_id) <> 1
      or coalesce(sum(p.amount) filter (where p.provider = 'till' and p.status = 'paid' and p.means is not null), 0) + coalesce(a.amount, 0) <> o.total_amount
      or count(p.id) filter (where p.provider <> 'till' or p.status <> 'paid') > 0
      or (o.total_amount > 0 and max(s.reason) is not null)`,

  'I14 money by hand goes back out of one drawer: of what was sold by hand all, of the rest what the card could not take': sql`
    select o.order_number as what, format('%s of %s, by %s, out of %s drawers', r.status, r.amount, p.provider, count(t.refund_id)) as how
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
    left join till_payouts t on t.refund_id = r.id
    where p.provider = 'till' or starts_with(r.charge, 'till:') or t.refund_id is not null
    group by r.id, p.id, o.id
    having r.charge <> 'till:' || p.id or count(t.refund_id) <> 1 or r.status <> 'succeeded'`,

  'I14 a drawer was open when it sold, when it paid out and when cash was put in or taken out': sql`
    select s.name as what, format('%s at %s', line.what, line.at) as how
    from till_sessions s join (
      select session_id, sold_at as at, 'sold' as what from till_sales
      union all select session_id, paid_at, 'paid out' from till_payouts
      union all select session_id, moved_at, 'moved' from till_movements
      union all select session_id, made_at, 'settled a dish' from price_adjustments
    ) as line on line.session_id = s.id
    where line.at < s.opened_at - ${SLACK}::interval or line.at > s.closed_at + ${SLACK}::interval`,

  'I14 a closed drawer expected what its lines add up to': sql`
    select s.name as what, format('%s: %s expected, %s by its lines', m.means, m.expected, coalesce(sum(line.amount), 0) + m.float) as how
    from till_sessions s
    cross join lateral (values ('cash', s.expected_cash, s.opening_float), ('terminal', s.expected_terminal, 0), ('bizum', s.expected_bizum, 0)) as m (means, expected, float)
    left join (
      select t.session_id, p.means, p.amount from till_sales t join payments p on p.order_id = t.order_id and p.provider = 'till' and p.status = 'paid'
      union all select t.session_id, t.means, -r.amount from till_payouts t join refunds r on r.id = t.refund_id
      union all select session_id, 'cash', amount from till_movements
      union all select session_id, means, amount from price_adjustments
    ) as line on line.session_id = s.id and line.means = m.means
    where s.closed_at is not null
    group by s.id, m.means, m.expected, m.float having coalesce(sum(line.amount), 0) + m.float <> m.expected`,

  'I14 a dish of another price was settled in a drawer, or forgiven with a reason': sql`
    select t.ticket_number as what, format('%s cents, %s settled, %s', c.difference, coalesce(a.amount, 0), case when c.forgiven_reason is null then 'not forgiven' else 'forgiven' end) as how
    from menu_changes c join tickets t on t.id = c.ticket_id left join price_adjustments a on a.menu_change_id = c.id
    where c.difference <> coalesce(a.amount, 0) + case when c.forgiven_reason is null then 0 else c.difference end
      or a.order_id <> t.order_id`,
});

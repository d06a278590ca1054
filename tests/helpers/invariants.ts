import { sql } from 'kysely';

import type { TestApp } from './test-app.ts';

/** What must be true of the books whatever happened. Each query gives the rows that break the rule. */
const RULES = {
  'the counter is the tickets of waiting and paid orders': sql`
    select s.event_id::text as what, format('counter %s, orders %s', s.sold, coalesce(sum(o.ticket_quantity), 0)) as how
    from event_stock s
    left join orders o on o.event_id = s.event_id and o.status in ('pending_payment', 'paid', 'completed')
    group by s.event_id, s.sold having s.sold <> coalesce(sum(o.ticket_quantity), 0)`,

  'no event is sold beyond its limit': sql`
    select event_id::text as what, format('%s of %s', sold, max_tickets) as how from event_stock where sold > max_tickets`,

  'an order has as many tickets as it says, at prices that add up to its total': sql`
    select o.order_number as what, format('%s tickets of %s, %s cents of %s', count(t.id), o.ticket_quantity, sum(t.price), o.total_amount) as how
    from orders o left join tickets t on t.order_id = o.id
    group by o.id having count(t.id) <> o.ticket_quantity or coalesce(sum(t.price), 0) <> o.total_amount`,

  'each charge of the provider belongs to a paid order, a refund or a case': sql`
    select c.id as what, 'nobody knows it' as how from sandbox_charges c
    where not exists (select 1 from payments p join orders o on o.id = p.order_id where p.provider_payment = c.id and o.status in ('paid', 'refunded'))
      and not exists (select 1 from refunds r where r.charge = c.id)
      and not exists (select 1 from payment_cases k join payments p on p.id = k.payment_id where p.provider_payment = c.id)`,

  'no order has two charges that nobody gives back': sql`
    select s.reference as what, format('%s charges, %s refunds', count(c.id), count(r.id)) as how
    from sandbox_sessions s join sandbox_charges c on c.session_id = s.id left join refunds r on r.charge = c.id
    group by s.reference having count(c.id) - count(r.id) > 1`,

  'no charge is given back twice': sql`
    select charge as what, 'twice' as how from refunds group by charge having count(*) > 1
    union all select charge_id, 'twice at the provider' from sandbox_refunds group by charge_id having count(*) > 1`,

  'a refunded order has a refund of all that was paid': sql`
    select o.order_number as what, 'no refund' as how from orders o
    where o.status = 'refunded' and not exists (select 1 from refunds r where r.order_id = o.id and r.amount = o.total_amount)`,

  'numbers and ids are there once': sql`
    select order_number as what, 'twice' as how from orders group by order_number having count(*) > 1
    union all select ticket_number, 'twice' from tickets group by ticket_number having count(*) > 1`,

  'each paid order has exactly one mail with its tickets': sql`
    select o.order_number as what, format('%s mails', count(m.id)) as how
    from orders o left join mails m on m.order_id = o.id and m.cause = 'sale'
    group by o.id having count(m.id) <> case when o.paid_at is not null and o.status in ('paid', 'completed', 'refunded') then 1 else 0 end
      and not (o.status = 'refunded' and count(m.id) = 0)`,

  'tickets are in the state of their order': sql`
    select t.ticket_number as what, format('%s on an order %s', t.status, o.status) as how
    from tickets t join orders o on o.id = t.order_id
    where (o.status = 'pending_payment') <> (t.status = 'pending_payment')
       or (o.status in ('paid', 'completed')) <> (t.status in ('active', 'used'))
       or (o.status = 'refunded') <> (t.status = 'refunded')`,

  'every order has left a trace of how it began, and of its payment exactly one': sql`
    select o.order_number as what, format('%s traces of payment', count(a.id)) as how
    from orders o left join audit a on a.subject_id = o.id::text and a.action = 'order.paid'
    group by o.id having count(a.id) <> case when o.status = 'paid' then 1 else 0 end and o.status <> 'refunded'
    union all
    select o.order_number, 'no trace' from orders o where not exists (select 1 from audit a where a.subject_id = o.id::text)`,
};

/** Every broken rule with what broke it; empty when the books are in order. */
export async function violations(app: TestApp): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await query.$castTo<{ what: string; how: string }>().execute(app.db.query);
    broken.push(...rows.map((row) => `${rule}: ${row.what} (${row.how})`));
  }
  return broken;
}

/** The end of a test file: the books must be in order, whatever the tests did to them. */
export async function closeInOrder(app: TestApp): Promise<void> {
  const broken = await violations(app);
  await app.close();
  if (broken.length > 0) throw new Error(`the books are not in order:\n${broken.join('\n')}`);
}

import { sql } from 'kysely';

import { type AuditSeal, selectAuditSeal } from '#app/adapters/db/audit.server.ts';
import type { Query } from '#app/adapters/db/database.server.ts';
import type { CaseFacts } from '#app/domain/payment/case.ts';
import type { Deps } from '#app/deps.server.ts';

import { compareLedgers } from '#app/features/payments/service.server.ts';
import { TILL_RULES } from './doctor-till.server.ts';
import { type Finding, TRACE_RULES } from './doctor-traces.server.ts';
import { WAITING_RULES } from './doctor-waiting.server.ts';

/** Orders are named by number, never by id. */
export interface Violation {
  rule: string;
  what: string;
  how: string;
}

/** Each query selects what breaks its rule; the numbers are the invariants of docs/operations.md. Nothing is locked. */
const RULES: Record<string, Finding> = {
  'I1 the counter of an event is its valid and waiting tickets, its open offers and what is set aside': sql`
    select s.event_id::text as what, format('counter %s, tickets %s, offered %s, set aside %s', s.sold, t.tickets, o.places, s.set_aside) as how
    from event_stock s,
      lateral (select count(*) as tickets from tickets where event_id = s.event_id and status in ('pending_payment', 'active', 'used')) as t,
      lateral (select coalesce(sum(offered_places), 0) as places from waiting_parties where event_id = s.event_id and status = 'offered') as o
    where s.sold <> t.tickets + o.places + s.set_aside`,

  ...WAITING_RULES,

  'I1 no event is sold beyond its limit': sql`
    select event_id::text as what, format('%s of %s', sold, max_tickets) as how from event_stock where sold > max_tickets and sold > sold_when_limited`,

  // Dishes of menus in older shapes have no ids, and are not counted.
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

  'I4 a paid order has one payment that nobody gives back': sql`
    select o.order_number as what, format('%s payments', count(p.id)) as how
    from orders o left join payments p on p.order_id = o.id and p.status = 'paid'
      and not exists (select 1 from payment_cases k where k.reference = p.provider_payment and k.kind in ('amount_differs', 'late_payment'))
    where o.status = 'paid' group by o.id having count(p.id) <> 1`,

  // After a lost dispute the bank takes the money even if it was refunded before; a case tells of it.
  'I4 no more is given back than was paid': sql`
    select o.order_number as what, format('%s cents of %s', sum(r.amount), min(p.amount)) as how
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
    where r.status <> 'failed' and not exists (
      select 1 from payment_cases k where (k.kind, k.reference) in (('amount_differs', r.charge), ('dispute', r.provider_refund))
    )
    group by r.charge, o.id having sum(r.amount) > min(p.amount)`,

  'I5 a ticket is used exactly when it says when': sql`
    select ticket_number as what, status as how from tickets where (used_at is not null) <> (status = 'used')`,

  'I5 who is in came in once, and nobody else did': sql`
    select t.ticket_number as what, format('%s, %s entries', t.status, count(s.id)) as how
    from tickets t left join scans s on s.ticket_id = t.id and s.kind = 'entry' and s.success
      and not exists (select from scans undo where undo.undoes = s.id)
    where t.status in ('active', 'used')
    group by t.id having count(s.id) <> case t.status when 'used' then 1 else 0 end`,

  "I5 a ticket is somebody else's exactly when they took it, and its old id is nobody's": sql`
    select t.ticket_number as what, coalesce(t.given_to, 'nobody') as how from tickets t
    where (t.given_to is not null) <> exists (select from ticket_transfers x where x.ticket_id = t.id and x.taken_at is not null and x.ended_at is null)
    union all select t.ticket_number, 'a retired id' from tickets t join retired_ticket_ids r on r.id = t.id`,

  'I6 numbers and keys are there once': sql`
    select order_number as what, 'twice' as how from orders group by order_number having count(*) > 1
    union all select ticket_number, 'twice' from tickets group by ticket_number having count(*) > 1
    union all select idempotency_key, 'twice' from payments group by idempotency_key having count(*) > 1`,

  // Who buys at the till may leave no address.
  'I7 an order that was paid has exactly one mail with its tickets, any other none': sql`
    select o.order_number as what, format('%s, %s mails', o.status, count(m.id)) as how
    from orders o left join mails m on m.order_id = o.id and m.cause = 'sale'
    group by o.id having count(m.id) <> case when o.paid_at is null or o.email is null then 0 else 1 end or (o.paid_at is null and o.status in ('paid', 'completed'))`,

  'I8 tickets are in a state that their order allows': sql`
    select t.ticket_number as what, format('%s on an order %s', t.status, o.status) as how
    from tickets t join orders o on o.id = t.order_id
    where t.status <> all (case o.status
      when 'pending_payment' then array['pending_payment']
      when 'draft' then array['pending_payment']
      when 'cancelled' then array['cancelled']
      when 'refunded' then array['refunded', 'used', 'cancelled']
      else array['active', 'used', 'refunded', 'cancelled'] end)`,

  // Only refunds of the charge that paid the order count, not those of a second payment.
  'I8 a refunded order has refunds for all of it': sql`
    select o.order_number as what, format('%s cents of %s', coalesce(sum(r.amount), 0), o.total_amount) as how
    from orders o
    left join payments p on p.order_id = o.id and p.status = 'paid'
    left join refunds r on r.charge = p.provider_payment
    where o.status = 'refunded' group by o.id, p.id having coalesce(sum(r.amount), 0) < o.total_amount`,

  ...TILL_RULES,
  ...TRACE_RULES,

  // Menus of older shapes carry no prices.
  'I10 a ticket costs what its dishes and extras cost': sql`
    select t.ticket_number as what, format('%s cents, dishes %s', t.price, lines.total) as how
    from tickets t, lateral (
      select sum(price::integer) as total from (
        select jsonb_path_query(t.menu_selection, '$[*].items[*].price ? (@.type() == "number")') as price
        union all select jsonb_path_query(t.extras_selection, '$[*].price ? (@.type() == "number")')
      ) as prices
    ) as lines
    where lines.total <> t.price`,

  'I12 nobody who was shut out is signed in': sql`
    select u.id::text as what, 'a live session' as how from users u where u.banned and exists (select 1 from sessions s where s.user_id = u.id)`,
};

/** Refunds are asked for within the hour and end within the ten days that banks may take. */
function rulesAt(now: Date): Record<string, Finding> {
  return {
    'I3 a refund is carried out in time': sql`
      select o.order_number as what, format('%s since %s', r.status, r.created_at) as how
      from refunds r join orders o on o.id = r.order_id
      where (r.status = 'due' and r.created_at <= ${now}::timestamptz - interval '1 hour')
        or (r.status = 'pending' and r.created_at <= ${now}::timestamptz - interval '10 days')`,
  };
}

export async function examineRecords(query: Query, now: Date): Promise<Violation[]> {
  const broken: Violation[] = [];
  for (const [rule, finding] of Object.entries({ ...RULES, ...rulesAt(now) })) {
    const { rows } = await finding.execute(query);
    broken.push(...rows.map((row) => ({ rule, ...row })));
  }
  return broken;
}

/** Throws `PaymentUnavailable`. */
export async function examine(deps: Pick<Deps, 'db' | 'payments' | 'clock'>, period: { since: Date; pause?: () => Promise<unknown> }): Promise<Violation[]> {
  const { mismatches } = await compareLedgers(deps, period);
  return [...(await examineRecords(deps.db.query, deps.clock.now())), ...mismatches.map(({ kind, what, facts }) => ({ rule: `I3, I4, I13 ${kind}`, what, how: inWords(facts) }))];
}

function inWords(facts: CaseFacts): string {
  return Object.entries(facts).map(([name, value]) => `${name} ${value}`).join(', ');
}

/** A missing seal means that the end of the audit was cut off. */
export async function examineAudit(query: Query, noted: AuditSeal): Promise<Violation[]> {
  const seal = await selectAuditSeal(query, noted.position);
  if (seal?.hash === noted.hash) return [];
  const how = seal === null ? 'it ends before' : 'its hash is another';
  return [{ rule: 'I9 the audit has the head that was noted', what: `position ${noted.position}`, how }];
}

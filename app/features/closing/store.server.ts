import { type RawBuilder, sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { moneyMoved } from '#app/platform/adapters/db/money-moved.ts';
import type { Payout } from '#app/platform/adapters/payments/payment-provider.server.ts';

export interface ClosedEvent {
  id: number;
  title: string;
  /** YYYY-MM-DD */
  date: string;
  isRehearsal: boolean;
}

export async function selectClosedEvent(query: Query | Tx, eventId: number): Promise<ClosedEvent | null> {
  const row = await eventsOf(query).where('id', '=', eventId).executeTakeFirst();
  return row ?? null;
}

/** Archived ones too; rehearsals not. */
export async function selectSeasonEvents(query: Query, { from, to }: { from: string; to: string }): Promise<ClosedEvent[]> {
  return eventsOf(query).where('eventDate', '>=', from).where('eventDate', '<=', to).where('rehearsal', '=', false).orderBy('eventDate').orderBy('id').execute();
}

export async function selectEventDays(query: Query): Promise<string[]> {
  const rows = await query.selectFrom('events').select('eventDate').where('deletedAt', 'is', null).where('rehearsal', '=', false).distinct().execute();
  return rows.map(({ eventDate }) => eventDate);
}

function eventsOf(query: Query | Tx) {
  return query.selectFrom('events').select(['id', 'title', 'eventDate as date', 'rehearsal as isRehearsal']).where('deletedAt', 'is', null);
}

export interface MovedByTender {
  eventId: number;
  /** 'card' on the web, else as at the till; 'free' without tickets' money. */
  means: string;
  tickets: number;
  taken: number;
  refunded: number;
}

export async function selectMoved(query: Query, events: readonly number[]): Promise<MovedByTender[]> {
  const { rows } = await sql<MovedByTender>`
    select event_id as "eventId", means, sum(tickets)::int as tickets, sum(taken)::int as taken, sum(refunded)::int as refunded from (
      select event_id, means, tickets, taken, refunded from ${moneyMoved} as moved
      union all
      select event_id, 'free', ticket_quantity, 0, 0 from orders where status = 'completed'
    ) as lines where event_id = any(${idsOf(events)}) group by 1, 2`.execute(query);
  return rows;
}

export interface OwedOfEvent {
  eventId: number;
  byHand: number;
  byCard: number;
}

/** By hand as the till's list says; by card what was decided or asked for, what failed, has not gone back in another way and nobody has settled, and what a withdrawal has not come to. */
export async function selectOwedInClosing(query: Query, events: readonly number[]): Promise<OwedOfEvent[]> {
  const { rows } = await sql<OwedOfEvent>`
    select event_id as "eventId", sum(by_hand)::int as "byHand", sum(by_card)::int as "byCard" from (
      select event_id, amount as by_hand, 0 as by_card from owed_in_person()
      union all
      select o.event_id, 0, r.amount from refunds r join payments p on p.id = r.payment_id and p.status = 'paid' join orders o on o.id = r.order_id
        where r.status in ('due', 'pending') and r.charge = p.provider_payment
      union all
      select o.event_id, 0, greatest(0, least(sum(r.amount), p.amount - coalesce((select sum(g.amount) from refunds g where g.charge = p.provider_payment and g.status <> 'failed'), 0)))
        from refunds r join payments p on p.id = r.payment_id and p.status = 'paid' join orders o on o.id = r.order_id join events e on e.id = o.event_id
        where r.status = 'failed' and r.charge = p.provider_payment and not (o.status = 'paid' and e.withdrawn_at is not null)
          and exists (select from payment_cases c where c.order_id = r.order_id and c.kind = 'refund_failed' and c.settled_at is null and c.reference in (r.id::text, r.provider_refund))
        group by p.id, o.event_id
      union all
      select l.event_id, 0, l.by_card from left_to_give_back() l join events e on e.id = l.event_id and e.withdrawn_at is not null
    ) as owed where event_id = any(${idsOf(events)}) group by 1`.execute(query);
  return rows;
}

export interface ProviderOfEvent {
  eventId: number;
  /** As the provider tells it: what was charged, what went back, and what it took for that. */
  charged: number;
  givenBack: number;
  fees: number;
  /** Payments by card whose fee it has not told yet. */
  untold: number;
}

export async function selectProviderSums(query: Query, events: readonly number[]): Promise<ProviderOfEvent[]> {
  const { rows } = await sql<ProviderOfEvent>`
    with charges as ${chargesOf(events)}
    select c.event_id as "eventId",
      coalesce(sum(b.amount) filter (where b.kind = 'charge'), 0)::int as charged,
      coalesce(-sum(b.amount) filter (where b.kind in ('refund', 'dispute')), 0)::int as "givenBack",
      coalesce(sum(b.fee), 0)::int as fees,
      (count(distinct c.charge) - count(distinct b.charge) filter (where b.kind = 'charge'))::int as untold
    from charges c left join balance_moves b on b.charge = c.charge
    group by 1`.execute(query);
  return rows;
}

export interface PayoutShare {
  id: string;
  status: Payout['status'];
  arrivesOn: string;
  /** What went to the bank in all, and how much of that these events brought. */
  amount: number;
  share: number;
}

export async function selectPayouts(query: Query, events: readonly number[]): Promise<PayoutShare[]> {
  const { rows } = await sql<PayoutShare>`
    with charges as ${chargesOf(events)}
    select p.id, p.status, p.arrives_on as "arrivesOn", p.amount, sum(b.amount - b.fee)::int as share
    from charges c join balance_moves b on b.charge = c.charge join payouts p on p.id = b.payout
    group by p.id order by p.arrives_on, p.id`.execute(query);
  return rows;
}

/** Those that were refunded as a second or late payment too: they cost a fee all the same. */
function chargesOf(events: readonly number[]): RawBuilder<unknown> {
  return sql`(
    select p.provider_payment as charge, o.event_id from payments p join orders o on o.id = p.order_id
      where p.provider_payment is not null and p.means is null and o.event_id = any(${idsOf(events)})
    union
    select r.charge, o.event_id from refunds r join orders o on o.id = r.order_id where r.charge not like 'till:%' and o.event_id = any(${idsOf(events)})
  )`;
}

/** Fees of the account that are about no payment, in these days of Madrid. */
export async function selectAccountFees(query: Query, period: { since: Date; before: Date }): Promise<number> {
  const { rows } = await sql<{ fees: number }>`
    select coalesce(sum(fee), 0)::int as fees from balance_moves where charge is null and created_at >= ${period.since} and created_at < ${period.before}`.execute(query);
  return rows[0]?.fees ?? 0;
}

export async function selectBalanceReading(query: Query, provider: string): Promise<{ readAt: Date | null; refusedAt: Date | null } | null> {
  const row = await query.selectFrom('balanceReadings').select(['readAt', 'refusedAt']).where('provider', '=', provider).executeTakeFirst();
  return row ?? null;
}

export interface DrawerDifference {
  id: string;
  name: string;
  closedAt: Date;
  difference: number;
}

/** Closed drawers that took or gave money for them and were not found as they should be; an admin's correction stands for the count. */
export async function selectDrawerDifferences(query: Query, events: readonly number[]): Promise<DrawerDifference[]> {
  const { rows } = await sql<DrawerDifference>`
    select * from (
      select s.id, s.name, s.closed_at as "closedAt",
        coalesce(c.counted_cash + c.counted_terminal + c.counted_bizum - c.expected_cash - c.expected_terminal - c.expected_bizum,
          s.counted_cash + s.counted_terminal + s.counted_bizum - s.expected_cash - s.expected_terminal - s.expected_bizum) as difference
      from till_sessions s
      left join lateral (select * from till_counts one where one.session_id = s.id and one.kind = 'correction' order by one.counted_at desc limit 1) c on true
      where s.closed_at is not null
        and exists (select from (
          select session_id, order_id from till_sales
          union all select session_id, order_id from price_adjustments
          union all select t.session_id, r.order_id from till_payouts t join refunds r on r.id = t.refund_id
        ) l join orders o on o.id = l.order_id where l.session_id = s.id and o.event_id = any(${idsOf(events)}))
    ) as drawers where difference <> 0 order by "closedAt", id`.execute(query);
  return rows;
}

export interface EventCost {
  id: string;
  words: string;
  amount: number;
  /** YYYY-MM-DD */
  spentOn: string;
}

export async function selectCosts(query: Query | Tx, events: readonly number[]): Promise<(EventCost & { eventId: number })[]> {
  return events.length === 0 ? [] : query.selectFrom('eventCosts').select(['id', 'eventId', 'words', 'amount', 'spentOn']).where('eventId', 'in', events).orderBy('position').execute();
}

export async function selectClosingVersion(query: Query | Tx, eventId: number): Promise<number> {
  const row = await query.selectFrom('eventClosings').select('version').where('eventId', '=', eventId).executeTakeFirst();
  return row?.version ?? 1;
}

export async function lockClosing(tx: Tx, input: { eventId: number; by: string; now: Date }): Promise<number> {
  const { eventId, by, now } = input;
  await tx
    .insertInto('eventClosings')
    .values({ eventId, changedAt: now, changedBy: by })
    .onConflict((conflict) => conflict.column('eventId').doNothing())
    .execute();
  const { version } = await tx.selectFrom('eventClosings').select('version').where('eventId', '=', eventId).forUpdate().executeTakeFirstOrThrow();
  return version;
}

export async function replaceCosts(tx: Tx, input: { eventId: number; costs: readonly EventCost[]; version: number; by: string; now: Date }): Promise<void> {
  const { eventId, costs, version, by, now } = input;
  await tx.deleteFrom('eventCosts').where('eventId', '=', eventId).execute();
  if (costs.length > 0) await tx.insertInto('eventCosts').values(costs.map((cost, position) => ({ ...cost, eventId, position }))).execute();
  await tx.updateTable('eventClosings').set({ version, changedAt: now, changedBy: by }).where('eventId', '=', eventId).execute();
}

function idsOf(events: readonly number[]): RawBuilder<number[]> {
  return sql<number[]>`${[...events]}::int[]`;
}

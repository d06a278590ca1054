import { type RawBuilder, sql } from 'kysely';

import type { Person } from '#app/feature.server.ts';
import type { Withdrawal } from '#app/platform/adapters/withdrawn-consents.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Allergen, Diet } from '#app/domain/food/allergens.ts';
import type { NeedCode, TicketNeeds } from '#app/domain/food/needs.ts';

export interface StoredNeeds {
  codes: NeedCode[];
  other: string | null;
  firstName: string | null;
  forOther: boolean;
  consentedAt: Date;
}

/** Null where nothing was said, or it was erased. */
export async function selectNeeds(query: Query | Tx, ticketId: string): Promise<StoredNeeds | null> {
  const row = await query
    .selectFrom('ticketNeeds')
    .select(['codes', 'other', 'firstName', 'forOther', 'consentedAt'])
    .where('ticketId', '=', ticketId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectTicketsWithNeeds(query: Query, ticketIds: readonly string[]): Promise<string[]> {
  if (ticketIds.length === 0) return [];
  const rows = await query.selectFrom('ticketNeeds').select('ticketId').where('ticketId', 'in', [...ticketIds]).where('erasedAt', 'is', null).execute();
  return rows.map(({ ticketId }) => ticketId);
}

export async function hasAnyNeeds(query: Query): Promise<boolean> {
  return (await query.selectFrom('ticketNeeds').select('ticketId').where('erasedAt', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

export async function upsertNeeds(tx: Tx, ticketId: string, { needs, now }: { needs: TicketNeeds; now: Date }): Promise<void> {
  const stated = { ...needs, consentedAt: now, erasedAt: null };
  await tx
    .insertInto('ticketNeeds')
    .values({ ticketId, ...stated })
    .onConflict((conflict) => conflict.column('ticketId').doUpdateSet(stated))
    .execute();
}

const ERASED = sql`codes = '{}', other = null, first_name = null`;

export async function eraseNeeds(query: Query | Tx, ticketIds: readonly string[], now: Date): Promise<number> {
  return countErased(query, { now, which: sql`ticket_id = any(${[...ticketIds]})` });
}

/** Of events up to that day, YYYY-MM-DD. */
export async function eraseNeedsUntil(query: Query, day: string, now: Date): Promise<number> {
  return countErased(query, { now, which: sql`ticket_id in (select t.id from tickets t join events e on e.id = t.event_id where e.event_date <= ${day}::date)` });
}

/** A late payment may bring its tickets back for some hours. */
export async function eraseNeedsOfUnpaid(query: Query, before: Date, now: Date): Promise<number> {
  return countErased(query, {
    now,
    which: sql`consented_at < ${before} and ticket_id in (select t.id from tickets t join orders o on o.id = t.order_id where o.status = 'cancelled')`,
  });
}

/** Consents that were taken back since; one that was given anew after that stays. */
export async function eraseWithdrawn(query: Query, withdrawals: readonly Withdrawal[], now: Date): Promise<number> {
  const list = JSON.stringify(withdrawals.map(({ hash, at }) => ({ hash, at: at.toISOString() })));
  return countErased(query, {
    now,
    which: sql`exists (select from jsonb_to_recordset(${list}::jsonb) as w (hash text, at timestamptz)
      where w.hash = encode(sha256(convert_to(ticket_id, 'UTF8')), 'hex') and w.at >= consented_at)`,
  });
}

async function countErased(query: Query | Tx, { which, now }: { which: RawBuilder<unknown>; now: Date }): Promise<number> {
  const { numAffectedRows } = await sql`update ticket_needs set ${ERASED}, erased_at = ${now} where erased_at is null and ${which}`.execute(query);
  return Number(numAffectedRows ?? 0n);
}

export interface NeedyTicket {
  ticketNumber: string;
  codes: NeedCode[];
  other: string | null;
  firstName: string | null;
  menu: unknown;
  extras: unknown;
  /** As the hall is planned; null where the person has no seat yet. */
  table: string | null;
}

/** Valid and used tickets of paid orders. */
export async function selectNeedyTickets(query: Query, eventId: number): Promise<NeedyTicket[]> {
  const { rows } = await sql<NeedyTicket>`
    select t.ticket_number as "ticketNumber", n.codes, n.other, n.first_name as "firstName", t.menu_selection as menu, t.extras_selection as extras, 'Taula ' || h.number as "table"
    from ticket_needs n join tickets t on t.id = n.ticket_id join orders o on o.id = t.order_id
    left join ticket_seats s on s.ticket_id = t.id left join hall_tables h on h.id = s.table_id
    where t.event_id = ${eventId} and n.erased_at is null and t.status in ('active', 'used') and o.status in ('paid', 'completed')
    order by h.number nulls last, t.ticket_number`.execute(query);
  return rows;
}

export async function selectEventOfNeeds(query: Query, eventId: number): Promise<{ title: string; image: string; date: string; time: string; asksNeeds: boolean } | null> {
  const event = await query.selectFrom('events').select(['title', 'image', 'eventDate as date', 'eventTime as time', 'asksNeeds']).where('id', '=', eventId).executeTakeFirst();
  return event ?? null;
}

/** Orders with a valid ticket whose person asked for an accessible place: seating asks for nothing else. */
export async function selectAccessibleOrders(query: Query | Tx, eventId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ orderId: string }>`
    select distinct t.order_id as "orderId" from ticket_needs n join tickets t on t.id = n.ticket_id
    where t.event_id = ${eventId} and n.erased_at is null and 'accessible' = any (n.codes) and t.status in ('active', 'used')`.execute(query);
  return new Set(rows.map(({ orderId }) => orderId));
}

interface DishToNotify {
  id: string;
  codes: readonly NeedCode[];
}

interface WhomToNotify {
  dish: DishToNotify;
  /** YYYY-MM-DD in Madrid. */
  today: string;
}

const isNeedyWith = ({ dish: { id, codes }, today }: WhomToNotify): RawBuilder<boolean> => sql`
  n.erased_at is null and exists (select from events e where e.id = t.event_id and e.event_date >= ${today}::date) and n.codes && ${[...codes]}::text[] and t.status = 'active' and o.status in ('paid', 'completed')
  and (t.extras_selection @> ${JSON.stringify([{ id }])}::jsonb
    or (jsonb_typeof(t.menu_selection) = 'array' and t.menu_selection @> ${JSON.stringify([{ items: [{ id }] }])}::jsonb))`;

/** Orders with a valid ticket of their own on which is that dish, of a person who named one of those. */
export async function selectOrdersToNotify(tx: Tx, whom: WhomToNotify): Promise<{ orderId: string; email: string }[]> {
  if (whom.dish.codes.length === 0) return [];
  const { rows } = await sql<{ orderId: string; email: string }>`
    select distinct o.id as "orderId", o.email
    from ticket_needs n join tickets t on t.id = n.ticket_id join orders o on o.id = t.order_id
    where ${isNeedyWith(whom)} and t.given_to is null and o.email <> ''
    order by o.id`.execute(tx);
  return rows;
}

export async function selectRecipientsToNotify(tx: Tx, whom: WhomToNotify): Promise<{ email: string; eventId: number; ticketNumber: string }[]> {
  if (whom.dish.codes.length === 0) return [];
  const { rows } = await sql<{ email: string; eventId: number; ticketNumber: string }>`
    select x.email, t.event_id as "eventId", t.ticket_number as "ticketNumber"
    from ticket_needs n join tickets t on t.id = n.ticket_id join orders o on o.id = t.order_id join ticket_transfers x on x.ticket_id = t.id
    where ${isNeedyWith(whom)} and x.taken_at is not null and x.ended_at is null and x.email is not null
    order by lower(x.email), t.ticket_number`.execute(tx);
  return rows;
}

export async function selectNeedyOfOrder(tx: Tx, orderId: string): Promise<Pick<NeedyTicket, 'codes' | 'menu' | 'extras'>[]> {
  const { rows } = await sql<Pick<NeedyTicket, 'codes' | 'menu' | 'extras'>>`
    select n.codes, t.menu_selection as menu, t.extras_selection as extras from ticket_needs n join tickets t on t.id = n.ticket_id
    where t.order_id = ${orderId} and n.erased_at is null order by t.position`.execute(tx);
  return rows;
}

export interface DishToday {
  id: string;
  name: string;
  allergens: Allergen[] | null;
  diets: Diet[];
}

export async function selectDishesToday(query: Query | Tx, ids: readonly string[]): Promise<DishToday[]> {
  const { rows } = await sql<DishToday>`
    select id, name, allergens, diets from event_section_items where id = any(${[...ids]}::text[])
    union all select id, name, allergens, diets from event_additional_options where id = any(${[...ids]}::text[])`.execute(query);
  return rows;
}

export async function selectTicketsOfPerson(query: Query | Tx, { email, today, until }: Person): Promise<{ id: string; ticketNumber: string; codes: NeedCode[]; other: string | null; firstName: string | null; consentedAt: Date }[]> {
  const { rows } = await sql<{ id: string; ticketNumber: string; codes: NeedCode[]; other: string | null; firstName: string | null; consentedAt: Date }>`
    select t.id, t.ticket_number as "ticketNumber", n.codes, n.other, n.first_name as "firstName", n.consented_at as "consentedAt"
    from ticket_needs n join tickets t on t.id = n.ticket_id join orders o on o.id = t.order_id join events e on e.id = t.event_id
    where n.erased_at is null and (n.consented_at <= ${until} or e.event_date < ${today}::date) and case when t.given_to is null
      then lower(o.email) = ${email} or o.user_id in (select u.id from users u where u.email = ${email})
      else exists (select from ticket_transfers x where x.ticket_id = t.id and x.taken_at is not null and x.ended_at is null and lower(x.email) = ${email}) end
    order by t.ticket_number`.execute(query);
  return rows;
}

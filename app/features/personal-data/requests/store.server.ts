import { type RawBuilder, sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { DataRequestKind, DataRequestStatus } from '#app/domain/people/data-request.ts';

export interface DataRequest {
  id: string;
  /** Empty once a closing is done. */
  email: string;
  kind: DataRequestKind;
  via: 'account' | 'link' | 'admin';
  words: string | null;
  status: DataRequestStatus;
  requestedAt: Date;
  doneAt: Date | null;
}

export async function insertDataRequest(tx: Tx, request: DataRequest & { doneBy: string | null }): Promise<void> {
  await tx.insertInto('dataRequests').values(request).execute();
}

export type ListedDataRequest = DataRequest & { doneByName: string | null };

function requests(query: Query) {
  return query
    .selectFrom('dataRequests')
    .leftJoin('users', 'users.id', 'dataRequests.doneBy')
    .select(['dataRequests.id', 'dataRequests.email', 'dataRequests.kind', 'dataRequests.via', 'dataRequests.words', 'dataRequests.status', 'dataRequests.requestedAt', 'dataRequests.doneAt', 'users.name as doneByName']);
}

export async function selectDataRequests(query: Query, limit: number): Promise<ListedDataRequest[]> {
  return requests(query)
    .orderBy((eb) => eb('dataRequests.status', '=', 'done'))
    .orderBy('dataRequests.requestedAt', 'desc')
    .orderBy('dataRequests.id')
    .limit(limit)
    .execute();
}

export async function selectDataRequest(query: Query, id: string): Promise<ListedDataRequest | null> {
  return (await requests(query).where('dataRequests.id', '=', id).executeTakeFirst()) ?? null;
}

export async function countOpenDataRequests(query: Query): Promise<number> {
  const { count } = await query.selectFrom('dataRequests').select(({ fn }) => fn.countAll<string>().as('count')).where('status', '=', 'open').executeTakeFirstOrThrow();
  return Number(count);
}

export async function markDataRequestDone(query: Query | Tx, done: { id: string; now: Date; by: string | null }): Promise<boolean> {
  const { numUpdatedRows } = await query.updateTable('dataRequests').set({ status: 'done', doneAt: done.now, doneBy: done.by }).where('id', '=', done.id).where('status', '<>', 'done').executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function selectWaitingClosings(query: Query): Promise<{ id: string; email: string; requestedAt: Date }[]> {
  return query.selectFrom('dataRequests').select(['id', 'email', 'requestedAt']).where('status', '=', 'waiting').orderBy('requestedAt').limit(100).execute();
}

/** Who used a new account or paid since then: an order without money and a list of members need no person of that mailbox. */
export async function hasComeBack(query: Query, { email, since }: { email: string; since: Date }): Promise<boolean> {
  const { rows } = await sql<{ back: boolean }>`
    select exists (select from orders where lower(orders.email) = ${email} and created_at > ${since} and paid_at is not null and total_amount > 0)
      or exists (select from users where email = ${email} and created_at > ${since} and (email_verified or exists (select from sessions where user_id = users.id))) as back`.execute(query);
  return rows[0]?.back ?? false;
}

/** A closing keeps its address while the rest of it waits; what was asked for in words is over once nobody can be answered. */
export async function eraseRequester(query: Query | Tx, { email, now, until }: { email: string; now: Date; until?: Date }): Promise<void> {
  const requests = query
    .updateTable('dataRequests')
    .set({ email: '', words: null, status: 'done', doneAt: sql`coalesce(done_at, ${now})` })
    .where((eb) => eb.or([eb('email', '=', email), eb.and([eb('email', '=', ''), eb('status', '=', 'open')])]))
    .where('status', '<>', 'waiting');
  await (until === undefined ? requests : requests.where((eb) => eb.or([eb('status', '=', 'done'), eb('requestedAt', '<=', until)]))).execute();
}

export async function deleteDataRequestsBefore(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('dataRequests').where('status', '=', 'done').where('requestedAt', '<', before).execute();
}

export async function selectRequestsOfPerson(query: Query, email: string) {
  return query.selectFrom('dataRequests').select(['kind', 'words', 'status', 'requestedAt', 'doneAt']).where('email', '=', email).orderBy('requestedAt').execute();
}

function ofPerson(email: string): RawBuilder<boolean> {
  return sql<boolean>`(lower(orders.email) = ${email} or orders.user_id in (select id from users where email = ${email}))`;
}

export interface ComingOrder {
  orderNumber: string;
  eventTitle: string;
  eventDate: string;
  tickets: number;
}

/** What a person would no longer see in an account that was closed. */
export async function selectComingTickets(query: Query, { email, today }: { email: string; today: string }): Promise<ComingOrder[]> {
  const { rows } = await sql<ComingOrder>`
    select orders.order_number, events.title as event_title, events.event_date, count(*)::int as tickets
    from orders join events on events.id = orders.event_id join tickets on tickets.order_id = orders.id and tickets.status in ('active', 'used')
    where orders.status in ('paid', 'completed') and events.event_date >= ${today}::date and ${ofPerson(email)}
    group by orders.id, events.id order by events.event_date, orders.created_at`.execute(query);
  return rows;
}

/** Whether anything at all is kept by that address. */
export async function isKnownAddress(query: Query, email: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from users where email = ${email}) or exists (select from orders where lower(orders.email) = ${email})
      or exists (select from waiting_parties where lower(waiting_parties.email) = ${email}) or exists (select from ticket_transfers where lower(ticket_transfers.email) = ${email}) as known`.execute(query);
  return rows[0]?.known ?? false;
}

export async function selectAccountState(query: Query, userId: string): Promise<{ email: string; isVerified: boolean } | null> {
  const account = await query.selectFrom('users').select(['email', 'emailVerified as isVerified']).where('id', '=', userId).executeTakeFirst();
  return account ?? null;
}

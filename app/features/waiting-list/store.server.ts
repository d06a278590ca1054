import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { originsOf } from '#app/domain/moves.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { Visibility } from '#app/domain/people/roles.ts';
import type { WaitlistStatus } from '#app/domain/waiting/group-size.ts';
import { WAITLIST_MOVES } from '#app/domain/waiting/status.ts';

export interface WaitlistEntry {
  id: string;
  eventId: number;
  email: string | null;
  places: number;
  status: WaitlistStatus;
  queueNumber: string | null;
  requestedAt: Date;
  confirmedAt: Date | null;
  offeredAt: Date | null;
  offerExpiresAt: Date | null;
  offeredPlaces: number | null;
  orderId: string | null;
  endedAt: Date | null;
}

const COLUMNS = [
  'id',
  'eventId',
  'email',
  'places',
  'status',
  'queueNumber',
  'requestedAt',
  'confirmedAt',
  'offeredAt',
  'offerExpiresAt',
  'offeredPlaces',
  'orderId',
  'endedAt',
] as const;

/** Those who still wait: their address is needed. */
export const LIVE: readonly WaitlistStatus[] = ['unconfirmed', 'waiting', 'offered'];

export interface Stock {
  maxTickets: number | null;
  /** By tickets and open offers. */
  taken: number;
  partiesWaiting: number;
}

/** Entries change only under this lock, which sales take too. Null for an unknown event. */
export async function lockWaitlistStock(tx: Tx, eventId: number): Promise<Stock | null> {
  const row = await tx
    .selectFrom('eventStock')
    .select(['maxTickets', 'partiesWaiting', sql<number>`sold - set_aside`.as('taken')])
    .where('eventId', '=', eventId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function selectEntry(query: Query | Tx, id: string): Promise<WaitlistEntry | null> {
  return (await query.selectFrom('waitingParties').select(COLUMNS).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** An address has one live entry for an event. */
export async function selectLiveEntry(query: Query | Tx, of: { eventId: number; email: string }): Promise<WaitlistEntry | null> {
  const row = await query
    .selectFrom('waitingParties')
    .select(COLUMNS)
    .where('eventId', '=', of.eventId)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', of.email.toLowerCase()))
    .where('status', 'in', [...LIVE])
    .executeTakeFirst();
  return row ?? null;
}

export async function hasGivenUpOrder(query: Query, entryId: string): Promise<boolean> {
  const row = await query.selectFrom('waitingParties').innerJoin('orders', 'orders.id', 'waitingParties.orderId').select('orders.id').where('waitingParties.id', '=', entryId).where('orders.status', '=', 'cancelled').executeTakeFirst();
  return row !== undefined;
}

export async function hasVerifiedAddress(query: Query, actor: Actor): Promise<boolean> {
  if (actor.kind === 'guest') return false;
  const row = await query.selectFrom('users').select('emailVerified').where('id', '=', actor.userId).where('email', '=', actor.email).executeTakeFirst();
  return row?.emailVerified ?? false;
}

export async function insertEntry(tx: Tx, entry: { id: string; eventId: number; email: string; places: number; now: Date }): Promise<void> {
  const { now: requestedAt, ...row } = entry;
  await tx.insertInto('waitingParties').values({ ...row, requestedAt, status: 'unconfirmed' }).execute();
}

export async function renewRequest(tx: Tx, id: string, { places, now }: { places: number; now: Date }): Promise<void> {
  await tx.updateTable('waitingParties').set({ places, requestedAt: now }).where('id', '=', id).where('status', '=', 'unconfirmed').execute();
}

/** Appends to the queue. */
export async function confirmEntry(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('waitingParties')
    .set({ status: 'waiting', confirmedAt: now, queueNumber: sql<string>`nextval('waiting_queue')` })
    .where('id', '=', id)
    .where('status', '=', 'unconfirmed')
    .execute();
}

export async function offerPlacesTo(tx: Tx, id: string, { now, until }: { now: Date; until: Date }): Promise<void> {
  await tx
    .updateTable('waitingParties')
    .set((eb) => ({ status: 'offered', offeredAt: now, offerExpiresAt: until, offeredPlaces: eb.ref('places') }))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

/** False when it had already ended. */
export async function endEntry(tx: Tx, id: string, { status, now }: { status: 'left' | 'removed' | 'ended'; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('waitingParties').set({ status, endedAt: now }).where('id', '=', id).where('status', 'in', originsOf(WAITLIST_MOVES, status)).executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function selectWaiting(query: Query | Tx, eventId: number): Promise<WaitlistEntry[]> {
  return query.selectFrom('waitingParties').select(COLUMNS).where('eventId', '=', eventId).where('status', '=', 'waiting').orderBy('queueNumber').execute();
}

export async function selectLiveEntries(tx: Tx, eventId: number): Promise<WaitlistEntry[]> {
  return tx.selectFrom('waitingParties').select(COLUMNS).where('eventId', '=', eventId).where('status', 'in', [...LIVE]).orderBy('requestedAt').execute();
}

export async function countBefore(query: Query | Tx, entry: Pick<WaitlistEntry, 'eventId' | 'queueNumber'>): Promise<number> {
  const { before } = await query
    .selectFrom('waitingParties')
    .select((eb) => eb.fn.countAll<string>().as('before'))
    .where('eventId', '=', entry.eventId)
    .where('status', '=', 'waiting')
    .where('queueNumber', '<', entry.queueNumber)
    .executeTakeFirstOrThrow();
  return Number(before);
}

/** Also enqueues the mails. The caller holds the stock row. */
export async function expireOffers(tx: Tx, eventId: number, now: Date): Promise<void> {
  await sql`select expire_offers(${eventId}, ${now})`.execute(tx);
}

export async function setSmallerPass(tx: Tx, eventId: number, smallerPass: boolean): Promise<void> {
  await tx
    .insertInto('waitingLists')
    .values({ eventId, smallerPass })
    .onConflict((conflict) => conflict.column('eventId').doUpdateSet({ smallerPass }))
    .execute();
}

/** Archived events too. */
export interface ListEvent {
  id: number;
  title: string;
  /** An emoji. */
  image: string;
  /** YYYY-MM-DD and HH:MM in Europe/Madrid. */
  date: string;
  time: string;
  location: string | null;
  visibility: Visibility;
  saleStart: Date | null;
  saleEndDate: string | null;
  archivedAt: Date | null;
  withdrawnAt: Date | null;
  waitingList: boolean;
  maxTickets: number | null;
  sold: number;
  setAside: number;
  partiesWaiting: number;
  smallerPass: boolean;
}

export async function selectListEvent(query: Query | Tx, eventId: number): Promise<ListEvent | null> {
  return (await listEvents(query).where('events.id', '=', eventId).executeTakeFirst()) ?? null;
}

export type LiveList = ListEvent & { hasOverdueOffer: boolean };

/** Lists with live entries, unlocked. */
export async function selectLiveLists(query: Query, now: Date): Promise<LiveList[]> {
  return listEvents(query)
    .select(
      sql<boolean>`exists (select from waiting_parties o where o.event_id = events.id and o.status = 'offered' and o.offer_expires_at <= ${now})`.as('hasOverdueOffer'),
    )
    .where(sql<boolean>`exists (select from waiting_parties p where p.event_id = events.id and p.status in ('unconfirmed', 'waiting', 'offered'))`)
    .orderBy('events.id')
    .execute();
}

function listEvents(query: Query | Tx) {
  return query
    .selectFrom('events')
    .innerJoin('eventStock', 'eventStock.eventId', 'events.id')
    .leftJoin('waitingLists', 'waitingLists.eventId', 'events.id')
    .select(['events.id', 'events.title', 'events.image', 'events.eventDate as date', 'events.eventTime as time', 'events.location', 'events.visibility'])
    .select(['events.saleStart', 'events.saleEndDate', 'events.archivedAt', 'events.withdrawnAt', 'events.waitingList'])
    .select(['eventStock.maxTickets', 'eventStock.sold', 'eventStock.setAside', 'eventStock.partiesWaiting'])
    .select((eb) => eb.fn.coalesce('waitingLists.smallerPass', sql<boolean>`false`).as('smallerPass'));
}

/** With their mails. */
export async function deleteUnconfirmedBefore(query: Query, before: Date): Promise<void> {
  await sql`
    with deleted as (delete from waiting_parties where status = 'unconfirmed' and requested_at < ${before} returning id)
    delete from mails where kind = 'waiting_list' and status <> 'sending' and detail ->> 'partyId' in (select id::text from deleted)`.execute(query);
}

/** With their mails. */
export async function eraseAddressesBefore(query: Query, day: string): Promise<void> {
  await sql`
    with erased as (
      update waiting_parties set email = null from events
      where events.id = waiting_parties.event_id and events.event_date < ${day} and waiting_parties.email is not null
      returning waiting_parties.id
    )
    delete from mails where kind = 'waiting_list' and status <> 'sending' and detail ->> 'partyId' in (select id::text from erased)`.execute(query);
}

import { sql } from 'kysely';

import type { ReceiverFailure } from '#app/domain/programs/delivery.ts';
import { TEST_MESSAGE } from '#app/domain/programs/message.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export interface NewWebhook {
  id: string;
  url: string;
  events: string[];
  people: boolean;
  sealedSecret: string;
  createdBy: string;
  createdAt: Date;
}

export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<void> {
  await tx.insertInto('webhooks').values(webhook).execute();
}

export async function countWebhooks(tx: Tx): Promise<number> {
  const { open } = await tx.selectFrom('webhooks').select((eb) => eb.fn.countAll<string>().as('open')).where('endedAt', 'is', null).executeTakeFirstOrThrow();
  return Number(open);
}

/** The row stays for its log; its secret goes. A sale that is telling it at this moment is not disturbed. */
export async function markEnded(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('webhooks').set({ endedAt: now, sealedSecret: '' }).where('id', '=', id).where('endedAt', 'is', null).executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function retryGivenUp(tx: Tx, webhookId: string): Promise<number> {
  const { numUpdatedRows } = await givenUp(tx, webhookId).set({ givenUpAt: null, settledAt: null, triedSince: null, nextAttemptAt: null, attempts: 0 }).executeTakeFirst();
  await tx.updateTable('webhooks').set({ nextAttemptAt: null }).where('id', '=', webhookId).execute();
  return Number(numUpdatedRows);
}

export async function settleGivenUp(tx: Tx, webhookId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await givenUp(tx, webhookId).set({ settledAt: now }).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** And seen by no admin yet. */
function givenUp(tx: Tx, webhookId: string) {
  return tx.updateTable('webhookDeliveries').where('webhookId', '=', webhookId).where('givenUpAt', 'is not', null).where('settledAt', 'is', null);
}

const WAITING = sql<number>`(select count(*)::int from webhook_deliveries d where d.webhook_id = webhooks.id and d.delivered_at is null and d.given_up_at is null)`;
const GIVEN_UP = sql<number>`(select count(*)::int from webhook_deliveries d where d.webhook_id = webhooks.id and d.given_up_at is not null and d.settled_at is null)`;
const LAST_DELIVERED = sql<Date | null>`(select max(d.delivered_at) from webhook_deliveries d where d.webhook_id = webhooks.id)`;

const MOST_LISTED = 100;

export async function selectWebhooks(query: Query, id?: string) {
  return query
    .selectFrom('webhooks')
    .leftJoin('users', 'users.id', 'webhooks.createdBy')
    .select(['webhooks.id', 'webhooks.url', 'webhooks.events', 'webhooks.people', 'webhooks.createdAt', 'webhooks.failingSince', 'webhooks.nextAttemptAt', 'users.name as makerName'])
    .select([WAITING.as('waiting'), GIVEN_UP.as('givenUp'), LAST_DELIVERED.as('lastDeliveredAt')])
    .where('webhooks.endedAt', 'is', null)
    .$if(id !== undefined, (all) => all.where('webhooks.id', '=', id ?? ''))
    .orderBy('webhooks.createdAt', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

export async function selectDeliveries(query: Query, webhookId: string, limit: number) {
  return query
    .selectFrom('webhookDeliveries')
    .select(['id', 'type', 'subject', 'sequence', 'happenedAt', 'attempts', 'lastAttemptAt', 'answerStatus', 'failure', 'tookMs', 'deliveredAt', 'givenUpAt'])
    .where('webhookId', '=', webhookId)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

export async function countGivenUp(query: Query): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.given_up_at is not null and d.settled_at is null and w.ended_at is null`.execute(query);
  return rows[0]?.count ?? 0;
}

export interface LeasedWebhook {
  id: string;
  url: string;
  people: boolean;
  sealedSecret: string;
  failures: number;
}

export async function selectDueWebhooks(query: Query, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhooks w
    where w.ended_at is null and (w.next_attempt_at is null or w.next_attempt_at <= ${now}) and (w.leased_until is null or w.leased_until <= ${now})
      and exists (
        select from webhook_deliveries d
        where d.webhook_id = w.id and d.delivered_at is null and d.given_up_at is null and (d.next_attempt_at is null or d.next_attempt_at <= ${now})
      )
    order by w.id`.execute(query);
  return rows.map(({ id }) => id);
}

/** One process at a time sends to a receiver; one that died is waited for until its lease is over. */
export async function leaseWebhook(query: Query, id: string, lease: { now: Date; until: Date }): Promise<LeasedWebhook | null> {
  const { rows } = await sql<LeasedWebhook>`
    update webhooks set leased_until = ${lease.until}
    where id = ${id} and ended_at is null and (leased_until is null or leased_until <= ${lease.now}) and (next_attempt_at is null or next_attempt_at <= ${lease.now})
    returning id, url, people, sealed_secret, failures`.execute(query);
  return rows[0] ?? null;
}

export async function selectWebhookToTest(query: Query, id: string): Promise<LeasedWebhook | null> {
  return (await query.selectFrom('webhooks').select(['id', 'url', 'people', 'sealedSecret', 'failures']).where('id', '=', id).where('endedAt', 'is', null).executeTakeFirst()) ?? null;
}

export async function endLease(query: Query, id: string): Promise<void> {
  await query.updateTable('webhooks').set({ leasedUntil: null }).where('id', '=', id).execute();
}

const NUMBERED_AT_ONCE = 500;

/** Here and not by the sale, so that no sale waits for another's number. Anew where a message that waits has a number of before a restore, unless one after it has arrived. */
export async function numberDeliveries(tx: Tx, webhookId: string, { now, above }: { now: Date; above: number }): Promise<void> {
  await tx.selectFrom('webhooks').select('id').where('id', '=', webhookId).forNoKeyUpdate().execute();
  await sql`
    with fresh as (
      select id, subject, row_number() over (partition by subject order by position) as nth
      from webhook_deliveries d where webhook_id = ${webhookId} and delivered_at is null and given_up_at is null
        and (sequence is null or (sequence <= ${above} and not exists (
          select from webhook_deliveries later where later.webhook_id = d.webhook_id and later.subject = d.subject and later.sequence > d.sequence and later.delivered_at is not null)))
      order by position limit ${NUMBERED_AT_ONCE}
    ), counted as (
      insert into webhook_subjects (webhook_id, subject, sequence, told_at)
      select ${webhookId}, subject, ${above} + max(nth), ${now} from fresh group by subject
      on conflict (webhook_id, subject) do update set sequence = greatest(webhook_subjects.sequence, ${above}) + excluded.sequence - ${above}, told_at = excluded.told_at
      returning subject, sequence
    )
    update webhook_deliveries d set sequence = c.sequence - (select max(g.nth) from fresh g where g.subject = f.subject) + f.nth
    from fresh f join counted c using (subject) where d.id = f.id`.execute(tx);
}

export interface Delivery {
  id: string;
  type: string;
  subject: string;
  sequence: number;
  happenedAt: Date;
  data: Record<string, string | number | null>;
  attempts: number;
}

/** Null also once its webhook is ended. */
export async function selectNextDelivery(query: Query, webhookId: string, now: Date): Promise<Delivery | null> {
  const { rows } = await sql<Delivery>`
    select id, type, subject, sequence, happened_at, data, attempts from webhook_deliveries
    where webhook_id = ${webhookId} and delivered_at is null and given_up_at is null and sequence is not null and (next_attempt_at is null or next_attempt_at <= ${now})
      and exists (select from webhooks w where w.id = ${webhookId} and w.ended_at is null)
    order by position limit 1`.execute(query);
  return rows[0] ?? null;
}

/** Never waits for a try of its own: it counts as given up, and seen, until it has arrived. */
export async function insertTest(tx: Tx, test: { id: string; webhookId: string; subject: string; above: number; now: Date; data: Record<string, string> }): Promise<number> {
  const { id, webhookId, subject, above, now, data } = test;
  const { sequence } = await tx
    .insertInto('webhookSubjects')
    .values({ webhookId, subject, sequence: above + 1, toldAt: now })
    .onConflict((conflict) => conflict.columns(['webhookId', 'subject']).doUpdateSet(({ ref }) => ({ sequence: sql<number>`greatest(${ref('webhookSubjects.sequence')}, ${above}) + 1`, toldAt: now })))
    .returning('sequence')
    .executeTakeFirstOrThrow();
  await tx.insertInto('webhookDeliveries').values({ id, webhookId, type: TEST_MESSAGE, subject, sequence, happenedAt: now, data: JSON.stringify(data), givenUpAt: now, settledAt: now }).execute();
  return sequence;
}

export interface Tried {
  id: string;
  webhookId: string;
  status: number | null;
  tookMs: number;
  now: Date;
}

export async function markDelivered(query: Query, { id, status, tookMs, now }: Tried): Promise<void> {
  await query
    .updateTable('webhookDeliveries')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), lastAttemptAt: now, deliveredAt: now, givenUpAt: null, settledAt: null, answerStatus: status, failure: null, tookMs, nextAttemptAt: null }))
    .where('id', '=', id)
    .execute();
}

export async function markDeliveryFailed(tx: Tx | Query, { id, status, tookMs, now }: Tried, failure: ReceiverFailure): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), lastAttemptAt: now, answerStatus: status, failure, tookMs, triedSince: eb.fn.coalesce('triedSince', eb.val(now)) }))
    .where('id', '=', id)
    .execute();
}

export async function countAllAsTried(tx: Tx, webhookId: string, now: Date): Promise<void> {
  await pending(tx, webhookId).set({ triedSince: now }).where('triedSince', 'is', null).execute();
}

export async function pauseDelivery(tx: Tx, id: string, until: Date): Promise<void> {
  await tx.updateTable('webhookDeliveries').set({ nextAttemptAt: until }).where('id', '=', id).execute();
}

export async function giveUpOld(tx: Tx, webhookId: string, times: { now: Date; triedBefore: Date }): Promise<number> {
  const { numUpdatedRows } = await pending(tx, webhookId).set({ givenUpAt: times.now }).where('triedSince', '<=', times.triedBefore).executeTakeFirst();
  return Number(numUpdatedRows);
}

function pending(tx: Tx, webhookId: string) {
  return tx.updateTable('webhookDeliveries').where('webhookId', '=', webhookId).where('deliveredAt', 'is', null).where('givenUpAt', 'is', null);
}

export async function pauseWebhook(tx: Tx, id: string, { failures, until, now }: { failures: number; until: Date; now: Date }): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set((eb) => ({ failures, failingSince: eb.fn.coalesce('failingSince', eb.val(now)), nextAttemptAt: until }))
    .where('id', '=', id)
    .execute();
}

export async function endPause(query: Query | Tx, id: string): Promise<void> {
  await query.updateTable('webhooks').set({ failures: 0, failingSince: null, nextAttemptAt: null }).where('id', '=', id).execute();
}

/** As it is when it is told: what has been erased meanwhile is told to nobody. */
export async function selectPerson(query: Query, orderNumber: string): Promise<{ orderId: string; email: string | null; name: string | null } | null> {
  const order = await query.selectFrom('orders').select(['id', 'email', 'userName']).where('orderNumber', '=', orderNumber).executeTakeFirst();
  return order === undefined ? null : { orderId: order.id, email: order.email, name: order.userName };
}

export async function deleteOldDeliveries(query: Query, before: Date): Promise<void> {
  await sql`delete from webhook_deliveries where coalesce(delivered_at, given_up_at) < ${before}`.execute(query);
  await sql`delete from webhooks where ended_at < ${before}`.execute(query);
}

export async function deleteOldSubjects(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('webhookSubjects').where('toldAt', '<', before).execute();
}

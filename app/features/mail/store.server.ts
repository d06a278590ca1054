import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { MailCause } from '#app/platform/adapters/db/tables/operations-tables.server.ts';
import type { DeliveryFailure } from '#app/domain/mail/delivery-failure.ts';
import { MAIL_MOVES } from '#app/domain/mail/status.ts';
import { originsOf } from '#app/domain/moves.ts';
import type { EmailStatus, OrderStatus } from '#app/domain/order/status.ts';
import { CLOCK_SLACK_MS } from '#app/domain/time/clock-slack.ts';

export interface NewMail {
  id: string;
  kind: string;
  cause: MailCause;
  orderId: string | null;
  announcementId?: string | null;
  recipient: string;
  /** Never a secret: admins read the outbox. */
  detail?: Record<string, unknown>;
  now: Date;
  sendAt?: Date;
}

/** `attempts` identifies the lease: the next lease increments it. */
export interface LeasedMail {
  id: string;
  kind: string;
  orderId: string | null;
  announcementId: string | null;
  recipient: string;
  detail: unknown;
  attempts: number;
  createdAt: Date;
  triedSince: Date;
  /** Earlier tries that may have delivered it. */
  uncertainSendings: number;
}

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const ROWS_AT_ONCE = 1_000;

/** One mail per sale, however often it is settled, and none to a buyer who was erased. */
export async function insertMails(tx: Tx, all: readonly NewMail[]): Promise<void> {
  const mails = all.filter(({ recipient }) => recipient !== '');
  for (let start = 0; start < mails.length; start += ROWS_AT_ONCE) {
    const rows = mails.slice(start, start + ROWS_AT_ONCE).map(({ detail, now, sendAt = now, ...mail }) => ({
      ...mail,
      detail: detail === undefined ? null : JSON.stringify(detail),
      status: 'pending' as const,
      nextAttemptAt: sendAt,
      createdAt: now,
    }));
    await tx
      .insertInto('mails')
      .values(rows)
      .onConflict((conflict) => conflict.column('orderId').where('cause', '=', 'sale').doNothing())
      .execute();
  }
}

/** One that left without having waited. */
export async function insertSentMail(query: Query, { id, kind, recipient, now }: { id: string; kind: string; recipient: string; now: Date }): Promise<void> {
  await query.insertInto('mails').values({ id, kind, cause: 'alarm', orderId: null, recipient, detail: null, status: 'sent', attempts: 1, nextAttemptAt: now, createdAt: now, sentAt: now }).execute();
}

/** Skips locked rows. One dated ahead, and not tried since, does not wait for its date. An expired lease leaves it unknown whether the mail was sent. */
export async function leaseDueMail(query: Query, lease: { now: Date; until: Date }): Promise<LeasedMail | null> {
  const leased = await sql<LeasedMail>`
    update mails set status = 'sending', attempts = attempts + 1, leased_until = ${lease.until},
      uncertain_sendings = uncertain_sendings + (status = 'sending')::integer
    where id = (
      select id from mails
      where status in ('pending', 'sending') and (next_attempt_at <= ${lease.now} or (next_attempt_at = created_at and created_at > ${new Date(lease.now.getTime() + CLOCK_SLACK_MS)}))
        and (status = 'pending' or leased_until <= ${lease.now})
      order by next_attempt_at, created_at, id
      limit 1
      for update skip locked
    )
    returning id, kind, order_id, announcement_id, recipient, detail, attempts, created_at, coalesce(tried_since, created_at) as tried_since, uncertain_sendings`.execute(query);
  return leased.rows[0] ?? null;
}

/** After a clock jump, slots further ahead are ignored. */
const LONGEST_QUEUE = '1 minute';

export async function takeSendSlot(query: Query, { now, everyMs }: { now: Date; everyMs: number }): Promise<Date> {
  const { rows } = await sql<{ slot: Date }>`
    update mail_pace
    set next_at = (case when next_at between ${now} and ${now}::timestamptz + ${LONGEST_QUEUE}::interval then next_at else ${now} end) + ${everyMs} * interval '1 ms'
    returning next_at - ${everyMs} * interval '1 ms' as slot`.execute(query);
  return rows[0]!.slot;
}

/** Even if the lease was lost: the mail was sent. */
export async function markSent(query: Query | Tx, mail: Pick<LeasedMail, 'id'>, now: Date): Promise<void> {
  await query
    .updateTable('mails')
    .set({ status: 'sent', sentAt: now, leasedUntil: null, failure: null, lastError: null })
    .where('id', '=', mail.id)
    .where('status', 'in', originsOf(MAIL_MOVES, 'sent'))
    .execute();
}

export interface FailedSending {
  failure: DeliveryFailure;
  reason: string | null;
  isUncertain: boolean;
}

export async function markPostponed(query: Query, mail: LeasedMail, next: FailedSending & { at: Date }): Promise<void> {
  await query
    .updateTable('mails')
    .set({ status: 'pending', nextAttemptAt: next.at, leasedUntil: null, ...failedSending(mail, next) })
    .where('id', '=', mail.id)
    .where('status', '=', 'sending')
    .where('attempts', '=', mail.attempts)
    .execute();
}

export async function markFailed(query: Query, mail: LeasedMail, why: FailedSending): Promise<void> {
  await query
    .updateTable('mails')
    .set({ status: 'failed', leasedUntil: null, ...failedSending(mail, why) })
    .where('id', '=', mail.id)
    .where('status', '=', 'sending')
    .where('attempts', '=', mail.attempts)
    .execute();
}

/** Not tried: what is known of earlier tries stays. */
export async function markWaiting(query: Query, mail: LeasedMail, until: Date): Promise<void> {
  await query
    .updateTable('mails')
    .set({ status: 'pending', nextAttemptAt: until, triedSince: until, leasedUntil: null, uncertainSendings: mail.uncertainSendings })
    .where('id', '=', mail.id)
    .where('status', '=', 'sending')
    .where('attempts', '=', mail.attempts)
    .execute();
}

function failedSending(mail: LeasedMail, { failure, reason, isUncertain }: FailedSending) {
  return { failure, lastError: reason, uncertainSendings: mail.uncertainSendings + Number(isUncertain) };
}

export async function renewLease(query: Query, mail: LeasedMail, until: Date): Promise<void> {
  await query
    .updateTable('mails')
    .set({ leasedUntil: until })
    .where('id', '=', mail.id)
    .where('status', '=', 'sending')
    .where('attempts', '=', mail.attempts)
    .execute();
}

export async function deleteMail(query: Query, mail: LeasedMail): Promise<void> {
  await query.deleteFrom('mails').where('id', '=', mail.id).where('status', '=', 'sending').where('attempts', '=', mail.attempts).execute();
}

export async function deleteUnsentMails(tx: Tx, { kind, eventId }: { kind: string; eventId: number }): Promise<{ orderId: string | null; detail: unknown; createdAt: Date }[]> {
  return tx
    .deleteFrom('mails')
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .where(sql<boolean>`(detail ->> 'eventId')::integer = ${eventId}`)
    .returning(['orderId', 'detail', 'createdAt'])
    .execute();
}

export async function giveUpTicketMails(tx: Tx, orderId: string, failure: DeliveryFailure): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ status: 'failed', leasedUntil: null, failure, lastError: null })
    .where('orderId', '=', orderId)
    .where('kind', '=', 'tickets')
    .where('status', 'in', originsOf(MAIL_MOVES, 'failed'))
    .execute();
}

/** Unsent and refused ones. */
export async function redirectWaitingMails(tx: Tx, { orderId, recipient, now }: { orderId: string; recipient: string; now: Date }): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ recipient, status: 'pending', nextAttemptAt: now, triedSince: now, failure: null, lastError: null, uncertainSendings: 0 })
    .where('orderId', '=', orderId)
    .where('kind', '<>', 'tickets')
    .where('status', 'in', ['pending', 'failed'])
    .execute();
}

/** Null before any was queued. */
export async function selectTicketMailStatus(query: Query | Tx, orderId: string): Promise<EmailStatus | null> {
  const newest = await query
    .selectFrom('mails')
    .select('status')
    .where('orderId', '=', orderId)
    .where('cause', 'in', ['sale', 'resend'])
    .orderBy('createdAt', 'desc')
    // At the same instant 'resend' sorts after 'sale'.
    .orderBy('cause')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.status ?? null;
}

/** Serializes the count of resends per order. */
export async function lockOrderForResend(tx: Tx, orderId: string): Promise<{ status: OrderStatus; email: string | null } | null> {
  const order = await tx.selectFrom('orders').select(['status', 'email']).where('id', '=', orderId).forNoKeyUpdate().executeTakeFirst();
  return order ?? null;
}

/** Of free orders, which anybody can place for any address. */
export async function selectUnpaidMailsSince(tx: Tx, recipient: string, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('mails')
    .innerJoin('orders', 'orders.id', 'mails.orderId')
    .select('mails.createdAt')
    .where('mails.recipient', '=', recipient)
    .where('mails.createdAt', '>', since)
    .where('orders.status', '=', 'completed')
    .orderBy('mails.createdAt', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => row.createdAt);
}

export async function selectResendsSince(tx: Tx, orderId: string, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('mails')
    .select('createdAt')
    .where('orderId', '=', orderId)
    .where('cause', '=', 'resend')
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => row.createdAt);
}

const NOBODY = { recipient: '', detail: null, lastError: null, leasedUntil: null, status: sql<'sent' | 'failed'>`case when mails.status = 'sent' then 'sent' else 'failed' end` };

/** Mails to an address that is no longer, or never was, the one of their order. */
export async function eraseMisdirected(query: Query | Tx, which: { email: string; until: Date } | { before: Date }): Promise<void> {
  await query
    .updateTable('mails')
    .set(NOBODY)
    .from('orders')
    .whereRef('orders.id', '=', 'mails.orderId')
    .where('mails.recipient', '<>', '')
    .where(sql<boolean>`lower(mails.recipient) is distinct from lower(orders.email)`)
    .where((eb) => ('email' in which ? eb.and([eb(sql<string>`lower(mails.recipient)`, '=', which.email), eb('mails.createdAt', '<=', which.until)]) : eb('mails.createdAt', '<', which.before)))
    .execute();
}

/** Of no order: invitations, links, notices. */
export async function deleteOrderlessBefore(query: Query, instant: Date): Promise<void> {
  await query.deleteFrom('mails').where('orderId', 'is', null).where('status', 'in', ['sent', 'failed']).where('createdAt', '<', instant).execute();
}

export async function eraseRecipients(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.updateTable('mails').set(NOBODY).where('orderId', 'in', [...orderIds]).execute();
}

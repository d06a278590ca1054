import { setTimeout as pause } from 'node:timers/promises';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { claimKey, freeKey } from '#app/platform/adapters/db/idempotency-keys.server.ts';
import type { MailOutcome, OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { ORDER_CAPS } from '#app/domain/order/caps.ts';
import { type EmailStatus, isPaid, type OrderStatus } from '#app/domain/order/status.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { nextAttempt, resendWindowStart, secondsUntilResend } from './retry.ts';
import {
  deleteMail,
  deleteUnsentMails,
  eraseRecipients,
  giveUpTicketMails,
  insertMails,
  leaseDueMail,
  type LeasedMail,
  lockOrderForResend,
  markFailed,
  markPostponed,
  markSent,
  markWaiting,
  type NewMail,
  redirectWaitingMails,
  renewLease,
  selectResendsSince,
  selectUnpaidMailsSince,
  selectTicketMailStatus,
  takeSendSlot,
} from './store.server.ts';

export type RenderedMail = Omit<OutgoingMail, 'id' | 'to'>;

export type MailToWrite = Omit<LeasedMail, 'attempts' | 'triedSince' | 'uncertainSendings' | 'announcementId'> & Partial<Pick<LeasedMail, 'announcementId'>>;

export interface MailTemplate {
  kind: string;
  name: string;
  /** Label in the order's history. */
  inHistory?: string;
  /** Null when the mail has become pointless. */
  render: (deps: Deps, mail: MailToWrite) => Promise<RenderedMail | null>;
  /** Until when mails of this kind stay in the outbox; null: they leave now. */
  waitsUntil?: (now: Date) => Date | null;
}

/** Call it in the transaction that causes the mail. Without a recipient nothing is sent. */
export async function enqueueMail(tx: Tx, { recipient, ...mail }: Omit<NewMail, 'recipient'> & { recipient: string | null }): Promise<void> {
  if (recipient !== null) await insertMails(tx, [{ ...mail, recipient }]);
}

export async function enqueueMails(tx: Tx, mails: readonly NewMail[]): Promise<void> {
  await insertMails(tx, mails);
}

/** What they were to say is not so any more. Answers the deleted ones. */
export async function withdrawUnsentMails(tx: Tx, which: { kind: string; eventId: number }): Promise<{ orderId: string | null; detail: unknown; createdAt: Date }[]> {
  return deleteUnsentMails(tx, which);
}

export async function eraseMailsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await eraseRecipients(tx, orderIds);
}

/** 'pending' before any mail was queued. */
export async function emailStatusOf(query: Query | Tx, orderId: string): Promise<EmailStatus> {
  return (await selectTicketMailStatus(query, orderId)) ?? 'pending';
}

export type ResendOutcome = { outcome: 'queued' | 'not_paid' | 'not_found' | 'no_address' | 'key_reused' } | { outcome: 'too_many'; retryAfterSeconds: number };

/** To the stored address only. Idempotent by key. */
export async function requestResend(deps: Deps, orderId: string, idempotencyKey: string | null): Promise<ResendOutcome> {
  return deps.db.inTransaction(async (tx): Promise<ResendOutcome> => {
    const now = deps.clock.now();
    if (idempotencyKey !== null) {
      const claim = await claimKey(tx, { key: idempotencyKey, scope: 'resend', requestHash: orderId, orderId: null, now });
      if (claim !== 'new') return { outcome: claim === 'repeat' ? 'queued' : 'key_reused' };
    }
    const outcome = await queueResend(deps, tx, { orderId, now });
    if (idempotencyKey !== null && outcome.outcome !== 'queued') await freeKey(tx, idempotencyKey);
    return outcome;
  });
}

async function queueResend(deps: Deps, tx: Tx, { orderId, now }: { orderId: string; now: Date }): Promise<ResendOutcome> {
  const order = await lockOrderForResend(tx, orderId);
  if (!order) return { outcome: 'not_found' };
  if (!isPaid(order.status)) return { outcome: 'not_paid' };
  if (order.email === null || order.email === '') return { outcome: 'no_address' };
  const since = resendWindowStart(now);
  const unpaid = order.status === 'completed' ? await selectUnpaidMailsSince(tx, order.email, since) : [];
  const wait = Math.max(secondsUntilResend(await selectResendsSince(tx, orderId, since), now), secondsUntilResend(unpaid, now, ORDER_CAPS.maxUnpaidMailsAnHour));
  if (wait > 0) return { outcome: 'too_many', retryAfterSeconds: wait };
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'tickets', cause: 'resend', orderId, recipient: order.email, now });
  return { outcome: 'queued' };
}

/** Call it in the transaction that corrects the address. Tickets go out as a new mail, so that the misdirected one stays on record. */
export async function redirectMails(deps: Deps, tx: Tx, order: { id: string; status: OrderStatus; email: string }): Promise<void> {
  const now = deps.clock.now();
  await giveUpTicketMails(tx, order.id, 'address_corrected');
  await redirectWaitingMails(tx, { orderId: order.id, recipient: order.email, now });
  if (isPaid(order.status)) await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'tickets', cause: 'resend', orderId: order.id, recipient: order.email, now });
}

/** Renewed while sending, so that an expired lease means a dead process. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;
/** Each further try may deliver a duplicate, so a person decides. */
const MOST_UNCERTAIN = 3;
const PAUSE_IF_UNCERTAIN_MS = 10 * 60_000;
const DEFAULT_CONCURRENCY = 4;
const POLL_MS = 500;

interface DeliveryOptions {
  templates: readonly MailTemplate[];
  limit?: number;
  concurrency?: number;
  renewEveryMs?: number;
  ending?: AbortSignal;
}

/** Safe in concurrent processes; no transaction is open while sending. A retry after a crash keeps the Message-ID. */
export async function deliverDueMails(deps: Deps, options: DeliveryOptions): Promise<number> {
  const { templates, limit = Number.POSITIVE_INFINITY, concurrency = DEFAULT_CONCURRENCY, renewEveryMs = RENEW_EVERY_MS, ending } = options;
  const onTheirWay = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  const goesOn = (): boolean => ending?.aborted !== true && failures.length === 0;
  let leased = 0;
  try {
    while (leased < limit && goesOn()) {
      const mail = await takeOn(deps);
      if (mail === null) {
        if (onTheirWay.size === 0) break;
        // Polls for new mails without waiting for one that hangs.
        await Promise.race([...onTheirWay, pause(POLL_MS, undefined, { ref: false })]);
        continue;
      }
      leased += 1;
      if (await requeue(deps, mail, templates)) continue;
      const release = keepLease(deps, mail, renewEveryMs);
      const outgoing = await render(deps, mail, templates);
      const delivery = deliver(deps, mail, outgoing)
        .catch((error: unknown) => failures.push(error))
        .finally(() => {
          release();
          onTheirWay.delete(delivery);
        });
      onTheirWay.add(delivery);
      if (onTheirWay.size >= concurrency) await Promise.race(onTheirWay);
    }
  } finally {
    await Promise.all(onTheirWay);
  }
  if (failures.length > 0) throw failures[0];
  return leased;
}

/** True where its kind does not leave at this hour. */
async function requeue(deps: Deps, mail: LeasedMail, templates: readonly MailTemplate[]): Promise<boolean> {
  const until = templates.find(({ kind }) => kind === mail.kind)?.waitsUntil?.(deps.clock.now()) ?? null;
  if (until !== null) await markWaiting(deps.db.query, mail, until);
  return until !== null;
}

async function takeOn(deps: Deps): Promise<LeasedMail | null> {
  const now = deps.clock.now();
  return leaseDueMail(deps.db.query, { now, until: new Date(now.getTime() + LEASE_MS) });
}

/** Retries over a short outage of the database before the lease expires. */
function keepLease(deps: Deps, mail: LeasedMail, everyMs: number): () => void {
  const timer = setInterval(() => {
    const until = new Date(deps.clock.now().getTime() + LEASE_MS);
    renewLease(deps.db.query, mail, until).catch((error: unknown) => deps.log.warn({ err: error, mail: mail.id }, 'the lease of a mail was not renewed'));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function deliver(deps: Deps, mail: LeasedMail, outgoing: Awaited<ReturnType<typeof render>>): Promise<void> {
  if (outgoing === 'nothing_to_send') {
    // Addresses in mails without an order are unverified input, so nothing is stored.
    return mail.orderId === null ? deleteMail(deps.db.query, mail) : markFailed(deps.db.query, mail, { failure: 'nothing_to_say', reason: null, isUncertain: false });
  }
  if (mail.uncertainSendings >= MOST_UNCERTAIN) return markFailed(deps.db.query, mail, { failure: 'uncertain', reason: null, isUncertain: false });
  const outcome = outgoing === 'not_drawn' ? NOT_DRAWN : await sendThrottled(deps, outgoing);
  await deps.checkpoint('after-send-before-mark');
  if (outcome.sent) return markSent(deps.db.query, mail, deps.clock.now());
  return retryLater(deps, mail, outcome);
}

const NOT_DRAWN = { sent: false, permanent: false, isUncertain: false, failure: 'not_drawn', reason: '' } as const;

async function retryLater(deps: Deps, mail: LeasedMail, outcome: MailOutcome & { sent: false }): Promise<void> {
  const now = deps.clock.now();
  const { permanent, isUncertain, failure } = outcome;
  const why = { failure, isUncertain, reason: outcome.reason === '' ? null : outcome.reason };
  const isLast = permanent || (isUncertain && mail.uncertainSendings + 1 >= MOST_UNCERTAIN);
  const usual = isLast ? null : nextAttempt({ since: mail.triedSince, attempts: mail.attempts }, now);
  const next = usual && isUncertain ? new Date(Math.max(usual.getTime(), now.getTime() + PAUSE_IF_UNCERTAIN_MS)) : usual;
  deps.log.warn({ mail: mail.id, attempt: mail.attempts, failure, again: next?.toISOString() ?? 'never' }, 'mail not sent');
  if (next === null) await markFailed(deps.db.query, mail, why);
  else await markPostponed(deps.db.query, mail, { ...why, at: next });
}

async function sendThrottled(deps: Deps, mail: OutgoingMail): Promise<MailOutcome> {
  const { perSecond } = deps.mailer;
  if (perSecond !== null) {
    const now = deps.clock.now();
    const slot = await takeSendSlot(deps.db.query, { now, everyMs: 1_000 / perSecond });
    await pause(slot.getTime() - now.getTime());
  }
  return deps.mailer.send(mail);
}

async function render(deps: Deps, mail: LeasedMail, templates: readonly MailTemplate[]): Promise<OutgoingMail | 'nothing_to_send' | 'not_drawn'> {
  try {
    const template = templates.find(({ kind }) => kind === mail.kind);
    if (!template) throw new RangeError(`no template for mails of kind «${mail.kind}»`);
    const rendered = await template.render(deps, mail);
    return rendered === null ? 'nothing_to_send' : { ...rendered, id: mail.id, to: mail.recipient };
  } catch (error) {
    deps.log.error({ err: error, mail: mail.id }, 'mail not written');
    return 'not_drawn';
  }
}

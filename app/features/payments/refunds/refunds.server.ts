import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { PaymentUnavailable } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { cents } from '#app/domain/money.ts';
import { refundKey, refundOfSame } from '#app/domain/payment/refund-key.ts';
import { backoff } from '#app/domain/time/backoff.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { selectOpenReferences, settleCase } from '../cases/cases-store.server.ts';
import { noteRefusedKey } from '../cases/provider-alarms.server.ts';
import { lockOrder } from '#app/features/orders/service.server.ts';
import { isFeedStale } from '../provider-events/service.server.ts';
import { lockRecord, refundsOf } from '../settlement/record.server.ts';
import { selectPayment } from '../store.server.ts';
import { recordOutcome } from './record-outcome.server.ts';
import { addRefund, claimAttempt, markAttemptFailed, selectDueRefunds } from './refunds-store.server.ts';
import type { RefundRequestOutcome } from './request-refunds.server.ts';

const BATCH = 20;
const FIRST_ATTEMPT_WITHIN_MS = 3_600_000;
const RETRY_MS = { first: 15_000, longest: 10 * 60_000 };

export async function carryOutRefunds(deps: Deps): Promise<void> {
  for (const refund of await selectDueRefunds(deps.db.query, { now: deps.clock.now(), limit: BATCH })) {
    const nextTry = new Date(deps.clock.now().getTime() + backoff(refund.attempts, RETRY_MS));
    if (!(await claimAttempt(deps.db.query, refund, nextTry))) continue;
    try {
      const { charge, amount, idempotencyKey: key } = refund;
      const isRetry = await mayHaveBeenMade(deps, refund);
      const outcome = await deps.payments.refund({ charge, amount: cents(amount), key, isRetry });
      await deps.db.inTransaction((tx) => recordOutcome(tx, deps, { refund, outcome, actor: 'refunds' }));
    } catch (error) {
      await markAttemptFailed(deps.db.query, refund.id, error instanceof Error ? error.message : 'unknown');
      await noteRefusedKey(deps, error, 'refunds');
      // The provider is unreachable for the other refunds too; any other error concerns this one alone.
      if (error instanceof PaymentUnavailable) return;
      deps.log.error({ err: error, refund: refund.id }, 'a refund could not be asked for');
    }
  }
}

/** The database may be a backup of before the first attempt; providers remember a key for a day. */
async function mayHaveBeenMade(deps: Deps, { attempts, createdAt }: { attempts: number; createdAt: Date }): Promise<boolean> {
  return attempts > 0 || deps.clock.now().getTime() - createdAt.getTime() > FIRST_ATTEMPT_WITHIN_MS || isFeedStale(deps);
}

/** A charge for which nothing was sold, or a failed refund by our key or the provider's id. */
type RefundDebt = { charge: string } | { failed: string };

/** Retries with a new key; how much can still be refunded is read from the provider. Throws `PaymentUnavailable`. */
export async function refundAgain(deps: Deps, facts: { paymentId: string; what: RefundDebt; by: AdminId }): Promise<RefundRequestOutcome | 'right_lost'> {
  const payment = await selectPayment(deps.db.query, facts.paymentId);
  if (!payment) return 'not_found';
  const snapshot = payment.providerSession === null ? null : await deps.payments.fetchSession(payment.providerSession);
  const outcome = await asStaff(deps, { staff: facts.by, right: 'admin' }, async (tx): Promise<RefundRequestOutcome> => {
    const record = await lockRecord(tx, payment.orderId, lockOrder);
    if (!record) return 'not_found';
    const name = 'failed' in facts.what ? facts.what.failed : null;
    const failed = record.refunds.find((row) => row.paymentId === payment.id && row.status === 'failed' && (row.id === name || row.providerRefund === name));
    const owed = 'charge' in facts.what ? facts.what.charge : failed?.charge;
    const charge = snapshot?.charges.find((one) => one.id === owed);
    if (!charge) return 'not_paid';
    const rows = refundsOf(record, charge.id);
    if (rows.some((row) => row.status === 'due' || row.status === 'pending')) return 'nothing_to_refund';
    const now = deps.clock.now();
    const openCases = await selectOpenReferences(tx, 'partial_refund');
    const madeBefore = failed && refundOfSame(rows.filter((row) => row.status === 'succeeded'), { charge: charge.id, what: failed.id });
    if (madeBefore?.providerRefund && openCases.includes(madeBefore.providerRefund)) {
      await settleCase(tx, { kind: 'partial_refund', reference: madeBefore.providerRefund }, { userId: facts.by, now });
      await writeAudit(tx, { at: now, actor: `user:${facts.by}`, action: 'payment.case_settled', subject: 'payment', subjectId: payment.id, detail: { kind: 'partial_refund', action: 'refund' } });
      return 'due';
    }
    const back = charge.refunds.filter((refund) => refund.status !== 'failed').reduce((sum, refund) => sum + refund.amount, 0);
    const amount = Math.min(failed?.amount ?? charge.amount, charge.amount - back);
    if (amount <= 0) return 'nothing_to_refund';
    const id = deps.ids.uuid();
    const idempotencyKey = refundKey(charge.id, { amount, what: failed?.id ?? 'charge', taken: rows.map((row) => row.idempotencyKey) });
    const reason = failed && failed.reason !== 'provider' ? failed.reason : 'requested';
    await addRefund(tx, record, { id, paymentId: payment.id, orderId: payment.orderId, charge: charge.id, idempotencyKey, amount, reason, status: 'due', now });
    await writeAudit(tx, { at: now, actor: `user:${facts.by}`, action: 'refund.requested', subject: 'refund', subjectId: id, detail: { amount } });
    return 'due';
  });
  return orRightLost(outcome);
}

import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { PaymentUnavailable } from '#app/adapters/payments/payment-provider.server.ts';
import { cents } from '#app/domain/money.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import { selectDueRefunds } from './payments-store.server.ts';

const BATCH = 20;
const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 10 * 60_000;

/** Carries out the refunds that were decided. The key was stored with the decision, so repeating one refunds once. */
export async function carryOutRefunds(app: Neighbours): Promise<void> {
  const now = app.clock.now();
  for (const refund of await selectDueRefunds(app.db.query, { now, limit: BATCH })) {
    try {
      const outcome = await app.payments.refund({ charge: refund.charge, amount: cents(refund.amount), key: refund.idempotencyKey });
      const status = outcome.status;
      await app.db.inTransaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('refunds')
          .set({
            status,
            providerRefund: status === 'failed' ? null : outcome.refund,
            lastError: status === 'failed' ? outcome.reason : null,
            settledAt: status === 'pending' ? null : now,
          })
          .where('id', '=', refund.id)
          .where('status', '=', 'due')
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return;
        await writeAudit(tx, { at: now, actor: 'refunds', action: `refund.${status}`, subject: 'refund', subjectId: refund.id });
        if (status !== 'failed') return;
        await tx
          .insertInto('paymentCases')
          .values({ id: app.ids.uuid(), kind: 'refund_failed', orderId: refund.orderId, paymentId: refund.paymentId, detail: outcome.reason, createdAt: now })
          .execute();
      });
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) throw error;
      const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** refund.attempts);
      await app.db.query
        .updateTable('refunds')
        .set({ attempts: refund.attempts + 1, nextAttemptAt: new Date(now.getTime() + pause), lastError: error.message })
        .where('id', '=', refund.id)
        .execute();
    }
  }
}

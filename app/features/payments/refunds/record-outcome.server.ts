import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { RefundOutcome } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { openCase } from '../cases/cases-store.server.ts';
import { moveRefund, type RefundRow } from './refunds-store.server.ts';

type Refund = Pick<RefundRow, 'id' | 'orderId' | 'paymentId' | 'amount'>;

/** False where nothing changed. The refund job, webhooks and the reconciler may call it concurrently and in any order. */
export async function recordOutcome(tx: Tx, deps: Deps, report: { refund: Refund; outcome: RefundOutcome; actor: string }): Promise<boolean> {
  const { refund, outcome, actor } = report;
  const now = deps.clock.now();
  const isNews = await moveRefund(tx, refund.id, { ...outcome, now });
  if (!isNews) return false;
  await writeAudit(tx, { at: now, actor, action: `refund.${outcome.status}`, subject: 'refund', subjectId: refund.id, detail: { amount: refund.amount } });
  if (outcome.status !== 'failed') return true;
  const facts = { amount: refund.amount, ...(outcome.reason !== '' && { reason: outcome.reason }) };
  await openCase(tx, deps, { kind: 'refund_failed', reference: outcome.refund ?? refund.id, orderId: refund.orderId, paymentId: refund.paymentId, facts });
  return true;
}

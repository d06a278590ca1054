import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { PaymentUnavailable } from '#app/adapters/payments/payment-provider.server.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId } from '#app/http/guards/guards.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { type CaseRow, countOpenCases as countOpenCaseRows, selectOpenCase, selectOpenCases, settleCase } from './cases-store.server.ts';
import { refundAgain, type RefundRequestOutcome, type RefundScope, requestRefund } from '../refunds/refunds.server.ts';
import { type OrderToRefund, selectOrderToRefund } from '#app/features/orders/service.server.ts';

export type CaseAction = 'settle' | 'refund';

/** What about money waits for a person, oldest first. */
export async function listOpenCases(deps: Deps, _admin: AdminId): Promise<CaseRow[]> {
  return selectOpenCases(deps.db.query);
}

export async function countOpenCases(deps: Deps): Promise<number> {
  return countOpenCaseRows(deps.db.query);
}

/** Settles a case: by giving the money back (again), or by saying that it is settled. `gone`: somebody else was quicker. */
export async function actOnCase(deps: Deps, admin: AdminId, input: { caseId: string; deed: CaseAction }): Promise<'done' | 'gone' | 'silent' | RefundRequestOutcome> {
  const one = isUuid(input.caseId) ? await selectOpenCase(deps.db.query, input.caseId) : null;
  if (!one) return 'gone';
  if (input.deed === 'refund') {
    const outcome = await refundOf(deps, admin, one);
    if (outcome !== 'due') return outcome;
  }
  const now = deps.clock.now();
  const isSettled = await deps.db.inTransaction(async (tx) => {
    if (!(await settleCase(tx, { id: one.id }, { userId: admin, now }))) return false;
    await writeAudit(tx, {
      at: now,
      actor: `user:${admin}`,
      action: 'payment.case_settled',
      subject: 'payment',
      subjectId: one.paymentId ?? one.id,
      detail: { kind: one.kind, deed: input.deed },
    });
    return true;
  });
  return isSettled ? 'done' : 'gone';
}

async function refundOf(deps: Deps, admin: AdminId, one: CaseRow): Promise<RefundRequestOutcome | 'silent'> {
  if (one.paymentId === null || one.reference === null) return 'not_found';
  try {
    const what = one.kind === 'amount_differs' ? { charge: one.reference } : { failed: one.reference };
    return await refundAgain(deps, { paymentId: one.paymentId, what, by: admin });
  } catch (error) {
    if (error instanceof PaymentUnavailable) return 'silent';
    throw error;
  }
}

export type RefundableOrder = Omit<OrderToRefund, 'id'>;

/** An order by its number, with its tickets; its id stays here. */
export async function findOrderToRefund(deps: Deps, _admin: AdminId, orderNumber: string): Promise<RefundableOrder | null> {
  const order = await selectOrderToRefund(deps.db.query, orderNumber);
  if (!order) return null;
  const { id: _id, ...shown } = order;
  return shown;
}

/** Gives back what an admin chose of an order: all of it, or some of its tickets. */
export async function refundByNumber(deps: Deps, admin: AdminId, input: { orderNumber: string; what: RefundScope }): Promise<RefundRequestOutcome> {
  const order = await selectOrderToRefund(deps.db.query, input.orderNumber);
  if (!order) return 'not_found';
  return requestRefund(deps, { orderId: order.id, what: input.what, by: admin });
}

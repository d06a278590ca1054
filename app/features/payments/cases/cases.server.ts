import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { PaymentUnavailable } from '#app/adapters/payments/payment-provider.server.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId } from '#app/http/guards/guards.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { type CaseRow, countOpenCases as countOpenCaseRows, selectOpenCase, selectOpenCases, settleCase } from './cases-store.server.ts';
import { refundAgain, type RefundRequestOutcome, type RefundScope, requestRefund } from '../refunds/refunds.server.ts';
import { type OrderRecord, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';

export type CaseAction = 'settle' | 'refund';

/** What about money waits for a person, oldest first. */
export async function listOpenCases(deps: Deps, _admin: AdminId): Promise<CaseRow[]> {
  return selectOpenCases(deps.db.query);
}

export async function countOpenCases(deps: Deps): Promise<number> {
  return countOpenCaseRows(deps.db.query);
}

/** Settles a case: by giving the money back (again), or by saying that it is settled. `gone`: somebody else was quicker. */
export async function actOnCase(deps: Deps, admin: AdminId, input: { caseId: string; action: CaseAction }): Promise<'done' | 'gone' | 'silent' | RefundRequestOutcome> {
  const one = isUuid(input.caseId) ? await selectOpenCase(deps.db.query, input.caseId) : null;
  if (!one) return 'gone';
  if (input.action === 'refund') {
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
      detail: { kind: one.kind, action: input.action },
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

/** An order as an admin who gives money back has to see it. Its id stays here. */
export interface RefundableOrder extends Pick<OrderRecord, 'orderNumber' | 'status' | 'email' | 'totalAmount'> {
  eventTitle: string;
  tickets: Pick<TicketRecord, 'id' | 'ticketNumber' | 'price' | 'status'>[];
}

export async function findOrderToRefund(deps: Deps, _admin: AdminId, orderNumber: string): Promise<RefundableOrder | null> {
  const order = await selectOrder(deps.db.query, { orderNumber });
  if (!order) return null;
  const tickets = await selectTickets(deps.db.query, [order.id]);
  return {
    orderNumber,
    status: order.status,
    email: order.email,
    totalAmount: order.totalAmount,
    eventTitle: order.event.title,
    tickets: tickets.map(({ id, ticketNumber, price, status }) => ({ id, ticketNumber, price, status })),
  };
}

/** Gives back what an admin chose of an order: all of it, or some of its tickets. */
export async function refundByNumber(deps: Deps, admin: AdminId, input: { orderNumber: string; what: RefundScope }): Promise<RefundRequestOutcome> {
  const order = await selectOrder(deps.db.query, input);
  if (!order) return 'not_found';
  return requestRefund(deps, { orderId: order.id, what: input.what, by: admin });
}

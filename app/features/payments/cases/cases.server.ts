import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { PaymentUnavailable } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type CaseRow, countOpenCases, selectOpenCase, selectOpenCases, settleCase } from './cases-store.server.ts';
import { readOwedSums } from '../manual-settlement/service.server.ts';
import { refundAgain } from '../refunds/refunds.server.ts';
import { readRecords, type RefundRequestOutcome, writeRefunds } from '../refunds/request-refunds.server.ts';
import { selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';

export type CaseAction = 'settle' | 'refund';

interface OpenCase extends CaseRow {
  /** The valid tickets, where an admin must say which of them were refunded. */
  tickets: Pick<TicketRecord, 'id' | 'ticketNumber' | 'price'>[];
}

export async function listOpenCases(deps: Deps, _admin: AdminId): Promise<OpenCase[]> {
  const cases = await selectOpenCases(deps.db.query);
  const orderIds = cases.flatMap(({ kind, orderId }) => (kind === 'partial_refund' && orderId !== null ? orderId : []));
  const valid = (await selectTickets(deps.db.query, [...new Set(orderIds)])).filter(({ status }) => status === 'active');
  return cases.map((one) => ({ ...one, tickets: one.kind === 'partial_refund' ? valid.filter(({ orderId }) => orderId === one.orderId) : [] }));
}

/** What waits for a person: cases, and money owed in person. */
export async function readOpenCases(deps: Deps): Promise<number> {
  const [cases, { orders }] = await Promise.all([countOpenCases(deps.db.query), readOwedSums(deps)]);
  return cases + orders;
}

/** Retries the refund, or marks the case as settled. `gone`: somebody else was quicker. */
export async function actOnCase(deps: Deps, admin: AdminId, input: { caseId: string; action: CaseAction }): Promise<'done' | 'gone' | 'silent' | 'right_lost' | Exclude<RefundRequestOutcome, 'due'>> {
  const one = isUuid(input.caseId) ? await selectOpenCase(deps.db.query, input.caseId) : null;
  if (!one) return 'gone';
  if (input.action === 'refund') {
    const outcome = await refundOf(deps, admin, one);
    if (outcome !== 'due') return outcome;
  }
  const settled = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx) => ((await settleByAdmin(tx, deps, { one, admin, action: input.action })) ? ('done' as const) : ('gone' as const)));
  return orRightLost(settled);
}

/** For a partial refund made in the provider's dashboard: cancels the tickets, moves no money, settles the case and mails the buyer, except after a dispute. */
export async function endRefundedTickets(deps: Deps, admin: AdminId, input: { caseId: string; ticketIds: readonly string[] }): Promise<'done' | 'gone' | 'nothing_chosen' | 'right_lost'> {
  const one = isUuid(input.caseId) ? await selectOpenCase(deps.db.query, input.caseId) : null;
  if (one?.kind !== 'partial_refund' || one.orderId === null) return 'gone';
  const { orderId } = one;
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx): Promise<'done' | 'gone' | 'nothing_chosen'> => {
    const record = (await readRecords(tx, [orderId])).get(orderId);
    if (record?.order.status !== 'paid') return 'gone';
    const tickets = record.validTickets.flatMap(({ id }) => (input.ticketIds.includes(id) ? [id] : []));
    if (tickets.length === 0) return 'nothing_chosen';
    if (!(await settleByAdmin(tx, deps, { one, admin, action: 'end_tickets' }))) return 'gone';
    const now = deps.clock.now();
    const refund = record.refunds.find(({ providerRefund }) => providerRefund === one.reference);
    // What a bank took in a dispute its holder has asked the bank for.
    if (refund?.idempotencyKey.startsWith('dispute:') !== true) {
      await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'refund', cause: 'refund', orderId, recipient: record.order.email, ...(refund !== undefined && { detail: { refundId: refund.id } }), now });
    }
    await writeRefunds(tx, deps, { decided: [{ record, refund: null, named: tickets, endsOrder: false, actor: `user:${admin}` }], now });
    return 'done';
  });
  return orRightLost(outcome);
}

async function settleByAdmin(tx: Tx, deps: Deps, act: { one: CaseRow; admin: AdminId; action: CaseAction | 'end_tickets' }): Promise<boolean> {
  const { one, admin, action } = act;
  const now = deps.clock.now();
  if (!(await settleCase(tx, { id: one.id }, { userId: admin, now }))) return false;
  const subjectId = one.paymentId ?? one.id;
  await writeAudit(tx, { at: now, actor: `user:${admin}`, action: 'payment.case_settled', subject: 'payment', subjectId, detail: { kind: one.kind, action } });
  return true;
}

async function refundOf(deps: Deps, admin: AdminId, one: CaseRow): Promise<RefundRequestOutcome | 'silent' | 'right_lost'> {
  if (one.paymentId === null || one.reference === null) return 'not_found';
  try {
    const what = one.kind === 'amount_differs' ? { charge: one.reference } : { failed: one.reference };
    return await refundAgain(deps, { paymentId: one.paymentId, what, by: admin });
  } catch (error) {
    if (error instanceof PaymentUnavailable) return 'silent';
    throw error;
  }
}

export async function findOrderId(deps: Deps, _admin: AdminId, orderNumber: string): Promise<string | null> {
  return (await selectOrder(deps.db.query, { orderNumber }))?.id ?? null;
}

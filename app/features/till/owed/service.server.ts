import type { Tender } from '#app/domain/till/tender.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId, Staff } from '#app/platform/http/guards/guards.server.ts';
import { asStaff } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type PaidOut, payOut, refundSale, type SaleRefundOutcome } from '../sales/refund-sale.server.ts';
import { type OwedOrder, selectOwed } from './store.server.ts';

export type { OwedOrder };

const REASON = 'Tornat en mà';

export async function listOwed(deps: Deps, _staff: Staff<'till'>, eventId: number | null): Promise<OwedOrder[]> {
  return selectOwed(deps.db.query, eventId);
}

export interface OwedRefunds {
  orders: number;
  /** Cents. */
  amount: number;
  /** Somebody else was quicker. */
  already: number;
  /** Why the rest of them was not given back. */
  stopped: Exclude<SaleRefundOutcome['outcome'], 'refunded' | 'nothing_to_refund'> | null;
}

/** Each order by itself, so that one that is refused takes no other with it; the first refusal stops the rest. */
export async function refundOwedFromDrawer(deps: Deps, staff: Staff<'till'>, payout: { sessionId: string; orderIds: readonly string[]; means: Tender }): Promise<OwedRefunds> {
  const { sessionId, orderIds, means } = payout;
  return refundEach(deps, orderIds, (orderId) => refundSale(deps, staff, { sessionId, orderId, ticketIds: 'owed', means, reason: REASON }));
}

/** Out of no drawer: what an admin gave back by themselves. */
export async function refundOwedByAdmin(deps: Deps, admin: AdminId, payout: { orderIds: readonly string[]; means: Tender }): Promise<OwedRefunds> {
  const { orderIds, means } = payout;
  return refundEach(deps, orderIds, (orderId) =>
    asStaff<'admin', PaidOut>(deps, { staff: admin, right: 'admin' }, (tx, { now }) =>
      payOut(tx, deps, { orderId, ticketIds: 'owed', reason: REASON, sessionId: null, means, most: Number.POSITIVE_INFINITY, paidBy: admin, now }),
    ),
  );
}

/** Only what is owed: a list that somebody else has worked on meanwhile gives nothing back twice. */
async function refundEach(deps: Deps, orderIds: readonly string[], refund: (orderId: string) => Promise<SaleRefundOutcome>): Promise<OwedRefunds> {
  const done: OwedRefunds = { orders: 0, amount: 0, already: 0, stopped: null };
  const owed = new Set((await selectOwed(deps.db.query, null)).map(({ orderId }) => orderId));
  for (const orderId of new Set(orderIds.filter(isUuid))) {
    const refunded: SaleRefundOutcome = owed.has(orderId) ? await refund(orderId) : { outcome: 'nothing_to_refund' };
    if (refunded.outcome === 'refunded') {
      done.orders += 1;
      done.amount += refunded.amount;
    } else if (refunded.outcome === 'nothing_to_refund') done.already += 1;
    else return { ...done, stopped: refunded.outcome };
  }
  return done;
}

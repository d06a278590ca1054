import type { Tender } from '#app/domain/till/tender.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { cancelTickets } from '#app/features/orders/cancellation/service.server.ts';
import { lockOrderWithStock, selectOrder } from '#app/features/orders/service.server.ts';
import { refundManually } from '#app/features/payments/manual-settlement/service.server.ts';
import { enqueueEndMails } from '#app/features/tickets/recipients/service.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { type KeyReused, withIdempotency } from '#app/platform/adapters/db/idempotency.server.ts';
import type { Hand } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { lockDrawer, mostOf } from '../sessions/drawer.server.ts';
import { isAdjusted } from '../adjustments/store.server.ts';
import { insertPayout, selectSale } from './store.server.ts';

interface SaleRefund {
  sessionId: string;
  orderId: string;
  /** Null: everything not yet refunded. `owed`: after a change of plans. */
  ticketIds: readonly string[] | 'owed' | null;
  means: Tender;
  reason: string;
}

export type PaidOut = { outcome: 'refunded'; amount: number } | { outcome: 'not_found' | 'not_by_hand' | 'nothing_to_refund' | 'too_much' };
export type SaleRefundOutcome = PaidOut | { outcome: 'closing' | 'not_open' } | RightLost;

/** The only way in which a till refunds or cancels tickets; house invitations are cancelled without money. Of an order paid by card it pays out what the card could not take. */
export async function refundSale(deps: Deps, staff: Hand<'till'>, request: SaleRefund): Promise<SaleRefundOutcome>;
export async function refundSale(deps: Deps, staff: Hand<'till'>, request: SaleRefund & { idempotencyKey: string | null }): Promise<SaleRefundOutcome | KeyReused>;
export async function refundSale(deps: Deps, staff: Hand<'till'>, request: SaleRefund & { idempotencyKey?: string | null }): Promise<SaleRefundOutcome | KeyReused> {
  const { sessionId, orderId, ticketIds, means, reason, idempotencyKey: key = null } = request;
  const sale = isUuid(orderId) ? await selectSale(deps.db.query, { orderId }) : null;
  if (!isUuid(orderId) || (!sale && !(await isAdjusted(deps.db.query, orderId)))) return { outcome: 'not_found' };
  const order = await selectOrder(deps.db.query, { id: orderId });
  if (!order) return { outcome: 'not_found' };
  const actor = `user:${staff}`;
  const refund = async (tx: Tx, now: Date): Promise<Exclude<SaleRefundOutcome, RightLost>> => {
    const drawer = await lockDrawer(tx, sessionId);
    if (drawer.state !== 'open') return { outcome: drawer.state };
    if (sale !== null && sale.means === null) {
      if (ticketIds === 'owed') return { outcome: 'nothing_to_refund' };
      const locked = await lockOrderWithStock(tx, orderId);
      const ended = locked ? await cancelTickets(tx, locked, { ...(ticketIds !== null && { only: ticketIds }), reason, actor, now }) : [];
      await enqueueEndMails(deps, tx, { ticketIds: ended, now });
      return ended.length === 0 ? { outcome: 'nothing_to_refund' } : { outcome: 'refunded', amount: 0 };
    }
    return payOut(tx, deps, { orderId, ticketIds, reason, sessionId, means, most: mostOf(drawer, means), paidBy: staff, now });
  };
  return asStaff<'till', Exclude<SaleRefundOutcome, RightLost> | KeyReused>(deps, { staff, right: 'till', shift: { eventId: order.eventId, drawer: sessionId } }, async (tx, { now }) =>
    withIdempotency(tx, { key, scope: 'till refund', request: [sessionId, orderId, ticketIds, means, reason], now, done: ['refunded'] }, () => refund(tx, now)),
  );
}

interface Payout extends Omit<SaleRefund, 'sessionId'> {
  /** Null: out of no drawer. */
  sessionId: string | null;
  most: number;
  paidBy: string;
  now: Date;
}

export async function payOut(tx: Tx, deps: Deps, payout: Payout): Promise<PaidOut> {
  const { sessionId, means, paidBy, now, ...refund } = payout;
  const paid = await refundManually(tx, deps, { ...refund, actor: `user:${paidBy}`, now });
  if (paid.outcome !== 'paid_out') return paid;
  await insertPayout(tx, { refundId: paid.refundId, sessionId, means, paidBy, paidAt: now });
  return { outcome: 'refunded', amount: paid.amount };
}

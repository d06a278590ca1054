import { isPaid, type OrderStatus } from '#app/domain/order/status.ts';

import type { OrderState } from '../schema.ts';

/** Spec §2 and §4. */
export type PaymentPhase = 'checking' | 'processing' | 'success' | 'timeout' | 'failed' | 'error';

/** Spec §9. */
export const FIRST_CHECK_MS = 3_000;
export const POLL_MS = 2_000;
export const PAYMENT_TIMEOUT_MS = 180_000;
/** The longest pause between polls after the verdict. */
export const SELDOM_MS = 60_000;

export function phaseOf(status: OrderStatus): PaymentPhase {
  if (isPaid(status)) return 'success';
  return status === 'draft' || status === 'pending_payment' ? 'processing' : 'failed';
}

/** A free order that ended stays so; of any other the money may still come. */
export function paceOf(phase: PaymentPhase, order: Pick<OrderState, 'status' | 'total'> | null): 'often' | 'seldom' | 'never' {
  if (phase === 'checking' || phase === 'processing') return 'often';
  const mayStillBePaid = order !== null && order.status === 'cancelled' && order.total > 0;
  return phase === 'timeout' || (phase === 'failed' && mayStillBePaid) ? 'seldom' : 'never';
}

import type { Moves } from '../moves.ts';

export type PaymentStatus = 'creating' | 'open' | 'processing' | 'paid' | 'expired';

/** `expired -> paid`: the provider's page took money after its time. */
export const PAYMENT_MOVES = {
  creating: ['open', 'processing', 'paid', 'expired'],
  open: ['processing', 'paid', 'expired'],
  processing: ['paid', 'expired'],
  paid: [],
  expired: ['paid'],
} as const satisfies Moves<PaymentStatus>;

export type RefundStatus = 'due' | 'pending' | 'succeeded' | 'failed';

/** `succeeded -> failed`: the bank sent the money back to the provider. */
export const REFUND_MOVES = {
  due: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
} as const satisfies Moves<RefundStatus>;

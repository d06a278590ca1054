import type { Cents } from '../money.ts';

/** The smallest and the largest sum that the payment provider takes at once. */
export interface PayableSums {
  smallest: Cents;
  largest: Cents;
}

export type UnpayableReason = 'TOTAL_TOO_SMALL' | 'TOTAL_TOO_LARGE';

/** Why a total can't be paid; null when it can, or when nothing is to be paid. */
export function whyUnpayable(total: Cents, sums: PayableSums): UnpayableReason | null {
  if (total === 0) return null;
  if (total < sums.smallest) return 'TOTAL_TOO_SMALL';
  return total > sums.largest ? 'TOTAL_TOO_LARGE' : null;
}

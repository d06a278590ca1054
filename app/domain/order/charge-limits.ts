import type { Cents } from '../money.ts';

/** The smallest and the largest sum that the payment provider takes at once. */
export interface ChargeLimits {
  smallest: Cents;
  largest: Cents;
}

export type ChargeLimitProblem = 'TOTAL_TOO_SMALL' | 'TOTAL_TOO_LARGE';

/** Why a total can't be paid; null when it can, or when nothing is to be paid. */
export function chargeLimitProblem(total: Cents, sums: ChargeLimits): ChargeLimitProblem | null {
  if (total === 0) return null;
  if (total < sums.smallest) return 'TOTAL_TOO_SMALL';
  return total > sums.largest ? 'TOTAL_TOO_LARGE' : null;
}

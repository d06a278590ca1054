import type { Cents } from '../money.ts';

export interface ChargeLimits {
  smallest: Cents;
  largest: Cents;
}

export type ChargeLimitProblem = 'TOTAL_TOO_SMALL' | 'TOTAL_TOO_LARGE';

export function chargeLimitProblem(total: Cents, sums: ChargeLimits): ChargeLimitProblem | null {
  if (total === 0) return null;
  if (total < sums.smallest) return 'TOTAL_TOO_SMALL';
  return total > sums.largest ? 'TOTAL_TOO_LARGE' : null;
}

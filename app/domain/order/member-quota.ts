import { largestFirst } from '../vouchers/reckoning.ts';

/** Which tickets keep the reduced price: those that save most, as many as are left; of the same saving the earlier ones. */
export function keepsReducedPrice(tickets: readonly { reduced: number; full: number }[], left: number): boolean[] {
  const saved = tickets.map(({ reduced, full }) => full - reduced);
  const keeping = new Set(largestFirst(saved).filter((at) => (saved[at] ?? 0) > 0).slice(0, Math.max(0, left)));
  return tickets.map((_, at) => keeping.has(at));
}

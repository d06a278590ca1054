/** Euro notes and coins in cents, the largest first. */
export const DENOMINATIONS = [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1] as const;
export type Denomination = (typeof DENOMINATIONS)[number];

const MOST_OF_ONE = 99_999;

/** What was typed beside each; null where one of them is no number of pieces. */
export function sumOfPieces(typed: (denomination: Denomination) => string): number | null {
  let sum = 0;
  for (const denomination of DENOMINATIONS) {
    const text = typed(denomination).trim();
    const pieces = text === '' ? 0 : /^\d{1,5}$/.test(text) ? Number(text) : MOST_OF_ONE + 1;
    if (pieces > MOST_OF_ONE) return null;
    sum += pieces * denomination;
  }
  return sum;
}

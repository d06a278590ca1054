export type Cents = number & { readonly __unit: 'cents' };

/** Throws on fractions, NaN and unsafe integers: money is never rounded silently. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount in cents: ${amount}`);
  return amount as Cents;
}

export const NOTHING: Cents = cents(0);

export function sumCents(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((total, amount) => total + amount, 0));
}

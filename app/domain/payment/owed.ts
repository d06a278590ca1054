/** What is still to be given back in person. */
export interface OwedSums {
  orders: number;
  /** Cents. */
  amount: number;
}

export const NOTHING_OWED: OwedSums = { orders: 0, amount: 0 };

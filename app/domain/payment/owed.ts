/** What is still to be given back in person. */
export interface OwedSums {
  orders: number;
  /** Cents. */
  amount: number;
}

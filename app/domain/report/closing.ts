/** Cents, each above zero as it is said: what is still owed, the fees and the costs are taken off. */
export interface ClosingSums {
  tickets: number;
  taken: number;
  refunded: number;
  owedByHand: number;
  owedByCard: number;
  fees: number;
  costs: number;
}

export function stillOwed({ owedByHand, owedByCard }: Pick<ClosingSums, 'owedByHand' | 'owedByCard'>): number {
  return owedByHand + owedByCard;
}

export function closingResult(sums: ClosingSums): number {
  return sums.taken - sums.refunded - stillOwed(sums) - sums.fees - sums.costs;
}

/** Nothing was sold, moved or spent: most acts of a year are in the street. */
export function isQuiet({ tickets, taken, refunded, owedByHand, owedByCard, fees, costs }: ClosingSums): boolean {
  return [tickets, taken, refunded, owedByHand, owedByCard, fees, costs].every((sum) => sum === 0);
}

export const NO_SUMS: ClosingSums = { tickets: 0, taken: 0, refunded: 0, owedByHand: 0, owedByCard: 0, fees: 0, costs: 0 };

export function addClosings(closings: readonly ClosingSums[]): ClosingSums {
  const sum = (side: keyof ClosingSums): number => closings.reduce((total, one) => total + one[side], 0);
  return { tickets: sum('tickets'), taken: sum('taken'), refunded: sum('refunded'), owedByHand: sum('owedByHand'), owedByCard: sum('owedByCard'), fees: sum('fees'), costs: sum('costs') };
}

/** What the kitchen has to cook of one dish, from the tickets as they were sold. Amounts are cents. */
export interface KitchenDish {
  section: string;
  name: string;
  emoji: string;
  count: number;
  /** Of those, how many have been used. */
  served: number;
  revenue: number;
  /** What one of them cost in the middle, rounded to a cent. */
  average: number;
  notes: readonly string[];
}

export interface KitchenSheet {
  dishes: readonly KitchenDish[];
  revenue: number;
}

/** Spec §9: five dishes are shown before one asks for all. */
export const TOP_DISHES = 5;

export function kitchenSheet(dishes: readonly Omit<KitchenDish, 'average'>[]): KitchenSheet {
  return {
    dishes: dishes.map((dish) => ({ ...dish, average: dish.count === 0 ? 0 : Math.round(dish.revenue / dish.count) })),
    revenue: dishes.reduce((sum, dish) => sum + dish.revenue, 0),
  };
}

export interface TicketCounts {
  active: number;
  used: number;
  cancelled: number;
  refunded: number;
}

/** The share of tickets that were used, in whole per cent (spec §9). */
export function ticketStats(counts: TicketCounts): TicketCounts & { total: number; usedPercent: number } {
  const total = counts.active + counts.used + counts.cancelled + counts.refunded;
  return { total, ...counts, usedPercent: total === 0 ? 0 : Math.round((counts.used / total) * 100) };
}

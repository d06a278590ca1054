/** Cents. */
export interface KitchenDish {
  section: string;
  name: string;
  emoji: string;
  count: number;
  served: number;
  revenue: number;
  average: number;
  notes: readonly string[];
}

export interface KitchenSheet {
  dishes: readonly KitchenDish[];
  revenue: number;
}

/** Spec §9. */
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

/** Spec §9. */
export function ticketStats(counts: TicketCounts): TicketCounts & { total: number; usedPercent: number } {
  const total = counts.active + counts.used + counts.cancelled + counts.refunded;
  return { total, ...counts, usedPercent: total === 0 ? 0 : Math.round((counts.used / total) * 100) };
}

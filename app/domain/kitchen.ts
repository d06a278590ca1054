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

export interface SheetDish {
  name: string;
  emoji: string;
  ordered: number;
  served: number;
  left: number;
}

export interface SheetSection {
  name: string;
  dishes: SheetDish[];
  ordered: number;
  served: number;
  left: number;
}

export function kitchenSections(dishes: readonly Pick<KitchenDish, 'section' | 'name' | 'emoji' | 'count' | 'served'>[], menuOrder: readonly string[]): SheetSection[] {
  const placeOf = (name: string): number => (menuOrder.includes(name) ? menuOrder.indexOf(name) : menuOrder.length);
  return [...Map.groupBy(dishes, ({ section }) => section)]
    .map(([name, theirs]): SheetSection => {
      const rows = theirs.map((dish): SheetDish => ({ name: dish.name, emoji: dish.emoji, ordered: dish.count, served: dish.served, left: dish.count - dish.served }));
      const sum = (part: 'ordered' | 'served' | 'left'): number => rows.reduce((total, row) => total + row[part], 0);
      return { name, dishes: rows.toSorted((one, other) => other.ordered - one.ordered), ordered: sum('ordered'), served: sum('served'), left: sum('left') };
    })
    .toSorted((one, other) => placeOf(one.name) - placeOf(other.name));
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

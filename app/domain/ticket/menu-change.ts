import type { ComposedTicket, Menu, MenuChoice, MenuDish } from '../event/menu.ts';
import { soldContent } from '../food/allergens.ts';
import type { TicketStatus } from '../order/status.ts';

/** A dish on a ticket, and what may take its place: dishes of its section at the price that was paid. */
export interface DishSlot {
  sectionId: string;
  sectionName: string;
  dish: MenuChoice;
  others: MenuDish[];
}

export interface DishSwap {
  sectionId: string;
  from: string;
  to: string;
}

export type SwapProblem = 'nothing_changed' | 'changed_meanwhile' | 'not_offered' | 'chosen_twice';

export interface ChangeableTicket {
  status: TicketStatus;
  suspendedAt: Date | null;
}

/** Whoever holds a ticket may until the kitchen's deadline; admins until somebody comes in with it. */
export function mayChangeMenu(ticket: ChangeableTicket, facts: { kitchenDeadline: Date | null; now: Date; byAdmin: boolean }): boolean {
  if (ticket.status !== 'active' || ticket.suspendedAt !== null) return false;
  return facts.byAdmin || (facts.kitchenDeadline !== null && facts.now < facts.kitchenDeadline);
}

export function dishSlots(menu: Pick<Menu, 'sections'>, chosen: ComposedTicket['menu']): DishSlot[] {
  return chosen.flatMap(({ sectionId, sectionName, items }) => {
    const offered = menu.sections.find(({ id }) => id === sectionId)?.items ?? [];
    return items.map((dish) => ({
      sectionId,
      sectionName,
      dish,
      others: offered.filter(({ id, price }) => price === dish.price && !items.some((one) => one.id === id)),
    }));
  });
}

/** The menu of the ticket afterwards: places in the sections and what was paid stay as they are. */
export function swapDishes(menu: Pick<Menu, 'sections'>, chosen: ComposedTicket['menu'], swaps: readonly DishSwap[]): ComposedTicket['menu'] | SwapProblem {
  const slots = dishSlots(menu, chosen);
  const changes = swaps.filter(({ from, to }) => from !== to);
  if (changes.length === 0) return 'nothing_changed';
  const found = new Map<DishSlot, MenuDish>();
  for (const { sectionId, from, to } of changes) {
    const slot = slots.find((one) => one.sectionId === sectionId && one.dish.id === from);
    if (slot === undefined) return 'changed_meanwhile';
    const other = slot.others.find(({ id }) => id === to);
    if (other === undefined) return 'not_offered';
    if ([...found].some(([one, { id }]) => one.sectionId === sectionId && id === to)) return 'chosen_twice';
    found.set(slot, other);
  }
  return chosen.map((section) => ({
    ...section,
    items: section.items.map((dish) => {
      const slot = slots.find((one) => one.sectionId === section.sectionId && one.dish.id === dish.id);
      const other = slot && found.get(slot);
      return other === undefined ? dish : { id: other.id, name: other.name, emoji: other.emoji, price: other.price, ...soldContent(other) };
    }),
  }));
}

export function swapProblemText(problem: SwapProblem | 'sold_out' | 'too_late'): string {
  switch (problem) {
    case 'nothing_changed':
      return 'Tria un altre plat per a canviar-lo.';
    case 'changed_meanwhile':
      return 'Els plats del tiquet han canviat mentrestant. Mira com han quedat.';
    case 'not_offered':
      return "Este plat ja no es pot demanar al mateix preu. Tria'n un altre.";
    case 'chosen_twice':
      return 'Un mateix plat només es pot triar una vegada per tiquet.';
    case 'sold_out':
      return "Este plat s'acaba d'esgotar. Tria'n un altre.";
    case 'too_late':
      return 'Ja no es poden canviar els plats: la cuina ja té les comandes.';
  }
}

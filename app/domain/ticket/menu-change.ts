import type { ComposedTicket, Menu, MenuChoice, MenuDish } from '../event/menu.ts';
import { soldContent } from '../food/allergens.ts';
import type { TicketStatus } from '../order/status.ts';

/** A dish on a ticket, and what may take its place: dishes of its section, at the price that was paid unless an admin changes it. */
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
  /** Of the new dish, as it was shown: where it has changed since, nothing is charged. */
  price?: number | undefined;
}

export type SwapProblem = 'nothing_changed' | 'changed_meanwhile' | 'not_offered' | 'chosen_twice' | 'price_changed';

export interface SwappedMenu {
  menu: ComposedTicket['menu'];
  /** What the new dishes cost more (or, below zero, less) than was paid for the old ones, in cents. */
  difference: number;
}

export interface ChangeableTicket {
  status: TicketStatus;
  suspendedAt: Date | null;
}

/** Whoever holds a ticket may until the kitchen's deadline; admins until somebody comes in with it. */
export function mayChangeMenu(ticket: ChangeableTicket, facts: { kitchenDeadline: Date | null; now: Date; byAdmin: boolean }): boolean {
  if (ticket.status !== 'active' || ticket.suspendedAt !== null) return false;
  return facts.byAdmin || (facts.kitchenDeadline !== null && facts.now < facts.kitchenDeadline);
}

export interface SwapRules {
  byAdmin: boolean;
}

export function dishSlots(menu: Pick<Menu, 'sections'>, chosen: ComposedTicket['menu'], { byAdmin }: SwapRules): DishSlot[] {
  return chosen.flatMap(({ sectionId, sectionName, items }) => {
    const offered = menu.sections.find(({ id }) => id === sectionId)?.items ?? [];
    return items.map((dish) => ({
      sectionId,
      sectionName,
      dish,
      others: offered.filter(({ id, price }) => (byAdmin || price === dish.price) && !items.some((one) => one.id === id)),
    }));
  });
}

/** The menu of the ticket afterwards: places in the sections stay as they are. */
export function swapDishes(menu: Pick<Menu, 'sections'>, chosen: ComposedTicket['menu'], { swaps, ...rules }: SwapRules & { swaps: readonly DishSwap[] }): SwappedMenu | SwapProblem {
  const slots = dishSlots(menu, chosen, rules);
  const changes = swaps.filter(({ from, to }) => from !== to);
  if (changes.length === 0) return 'nothing_changed';
  const found = new Map<DishSlot, MenuDish>();
  for (const { sectionId, from, to, price } of changes) {
    const slot = slots.find((one) => one.sectionId === sectionId && one.dish.id === from);
    if (slot === undefined) return 'changed_meanwhile';
    const other = slot.others.find(({ id }) => id === to);
    if (other === undefined) return 'not_offered';
    if (price !== undefined && price !== other.price) return 'price_changed';
    if ([...found].some(([one, { id }]) => one.sectionId === sectionId && id === to)) return 'chosen_twice';
    found.set(slot, other);
  }
  const swapped = chosen.map((section) => ({
    ...section,
    items: section.items.map((dish) => {
      const slot = slots.find((one) => one.sectionId === section.sectionId && one.dish.id === dish.id);
      const other = slot && found.get(slot);
      return other === undefined ? dish : { id: other.id, name: other.name, emoji: other.emoji, price: other.price, ...soldContent(other) };
    }),
  }));
  return { menu: swapped, difference: [...found].reduce((sum, [{ dish }, other]) => sum + other.price - dish.price, 0) };
}

/** Where the difference is forgiven a dish costs what was paid for the one before it. */
export function atPricesPaid(menu: ComposedTicket['menu'], before: ComposedTicket['menu']): ComposedTicket['menu'] {
  return menu.map((section, at) => ({ ...section, items: section.items.map((dish, place) => ({ ...dish, price: before[at]?.items[place]?.price ?? dish.price })) }));
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
    case 'price_changed':
      return 'Els preus han canviat mentrestant. Mira quina és ara la diferència.';
    case 'sold_out':
      return "Este plat s'acaba d'esgotar. Tria'n un altre.";
    case 'too_late':
      return 'Ja no es poden canviar els plats: la cuina ja té les comandes.';
  }
}

import type { Menu } from '../event/menu.ts';
import { type Cents, cents } from '../money.ts';
import type { Role } from '../people/roles.ts';
import { isRecord } from '../record.ts';
import { type CartPrices, categoryOf } from './cart-prices.ts';
import { chosenDishes, draftTicket, fitToMenu, type TicketChoice } from './ticket-choice.ts';

export interface SeenTicket {
  price: Cents;
  /** As it would cost beyond a quota, and by the category of a code; where either could count. */
  others?: Partial<Record<Role, Cents>>;
  names: Readonly<Record<string, string>>;
}

export function seenTicket(menu: Menu, choice: TicketChoice, role: Role, prices: CartPrices | null = null): SeenTicket {
  const fitting = fitToMenu(choice, menu).choice;
  const chosen = chosenDishes(menu, fitting);
  const priceAt = (other: Menu, as: Role): Cents => draftTicket(other, fitting, as).ticket.price;
  const category = categoryOf(prices);
  const others = prices && { public: priceAt(prices.publicMenu, 'public'), ...(category && { [category.role]: priceAt(category.menu, category.role) }) };
  return { price: priceAt(menu, role), ...(others && { others }), names: Object.fromEntries(chosen.map(({ id, name }) => [id, name])) };
}

export function removedNames(choice: TicketChoice, menu: Menu, seen: SeenTicket | undefined): string[] {
  const fitting = fitToMenu(choice, menu).choice;
  const offered = new Set([...Object.values(fitting.sections).flat(), ...fitting.options]);
  const gone = [...Object.values(choice.sections).flat(), ...choice.options].filter((id) => !offered.has(id));
  return gone.flatMap((id) => seen?.names[id] ?? []);
}

export function removedText(names: readonly string[]): string {
  if (names.length === 0) return '';
  return `${names.map((name) => `«${name}»`).join(', ')} ja no ${names.length === 1 ? "s'oferix" : "s'oferixen"}.`;
}

export function parseSeen(stored: unknown): SeenTicket | undefined {
  if (!isRecord(stored) || !isRecord(stored['names'])) return undefined;
  const { price, names, others } = stored;
  if (!isAmount(price)) return undefined;
  const isName = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  const amounts = isRecord(others) ? Object.entries(others).filter((entry): entry is [string, Cents] => isAmount(entry[1])) : [];
  return { price: cents(price), ...(amounts.length > 0 && { others: Object.fromEntries(amounts) }), names: Object.fromEntries(Object.entries(names).filter(isName)) };
}

function isAmount(stored: unknown): stored is number {
  return typeof stored === 'number' && Number.isSafeInteger(stored) && stored >= 0;
}

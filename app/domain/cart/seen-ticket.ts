import type { Menu } from '../event/menu.ts';
import { type Cents, cents } from '../money.ts';
import type { Role } from '../people/roles.ts';
import { isRecord } from '../record.ts';
import { chosenDishes, draftTicket, fitToMenu, type TicketChoice } from './ticket-choice.ts';

export interface SeenTicket {
  price: Cents;
  names: Readonly<Record<string, string>>;
}

export function seenTicket(menu: Menu, choice: TicketChoice, role: Role): SeenTicket {
  const fitting = fitToMenu(choice, menu).choice;
  const chosen = chosenDishes(menu, fitting);
  return { price: draftTicket(menu, fitting, role).ticket.price, names: Object.fromEntries(chosen.map(({ id, name }) => [id, name])) };
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
  const { price, names } = stored;
  if (typeof price !== 'number' || !Number.isSafeInteger(price) || price < 0) return undefined;
  const isName = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return { price: cents(price), names: Object.fromEntries(Object.entries(names).filter(isName)) };
}

import type { ComposedTicket, Menu, MenuChoice } from '../event/menu.ts';
import { soldContent } from '../food/allergens.ts';
import { cents } from '../money.ts';
import { MAX_TICKETS_PER_ORDER } from '../order/status.ts';
import { type Role, ROLES } from '../people/roles.ts';
import { isUuid } from '../uuid.ts';

/** A ticket as it was sold, in so few words that a payment can carry it. Never its note: it may hold an allergy. */
export interface SoldTicket {
  id: string;
  role: Role;
  price: number;
  choices: readonly { id: string; price: number }[];
}

export type RestoredTicket = ComposedTicket & { id: string; role: Role };

const LONGEST_NOTE = 500;
const BASE = 36;
const TICKET = /^([A-Z2-7]{26}) ([psca]) (\d{1,9})((?: [\da-z]{1,25}:\d{1,9})*)$/;

export function notesOf(tickets: readonly SoldTicket[]): Record<string, string> {
  const notes = tickets.map(({ id, role, price, choices }) => [id, role[0], price, ...choices.map((choice) => `${shortened(choice.id)}:${choice.price}`)].join(' '));
  if (notes.some((note) => note.length > LONGEST_NOTE || !TICKET.test(note))) return {};
  return Object.fromEntries(notes.map((note, at) => [nameOf(at), note]));
}

export function readNotes(notes: Readonly<Record<string, string>>, quantity: number): SoldTicket[] | null {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_TICKETS_PER_ORDER) return null;
  const tickets = Array.from({ length: quantity }, (_, at) => readNote(notes[nameOf(at)] ?? ''));
  return tickets.every((ticket) => ticket !== null) ? tickets : null;
}

/** The tickets with the words that the menu has for them today; null where it knows a choice no more, or the sums differ. */
export function composeSoldTickets(menu: Pick<Menu, 'sections' | 'options'>, tickets: readonly SoldTicket[]): RestoredTicket[] | null {
  const composed = tickets.map((ticket) => composeSoldTicket(menu, ticket));
  return composed.every((ticket) => ticket !== null) ? composed : null;
}

function composeSoldTicket(menu: Pick<Menu, 'sections' | 'options'>, { id, role, price, choices }: SoldTicket): RestoredTicket | null {
  const priced = (offered: readonly MenuChoice[]): MenuChoice[] =>
    choices.flatMap((choice) => offered.filter((one) => one.id === choice.id).map(({ name, emoji, ...content }) => ({ id: choice.id, name, emoji, price: choice.price, ...soldContent(content) })));
  const sections = menu.sections.map((section) => ({ sectionId: section.id, sectionName: section.name, items: priced(section.items) })).filter(({ items }) => items.length > 0);
  const extras = priced(menu.options);
  const found = [...sections.flatMap(({ items }) => items), ...extras];
  const total = found.reduce((sum, choice) => sum + choice.price, 0);
  if (found.length !== choices.length || (found.length > 0 && total !== price)) return null;
  return { id, role, menu: sections, extras, note: null, price: cents(price) };
}

function readNote(note: string): SoldTicket | null {
  const [, id, letter, price, choices] = TICKET.exec(note) ?? [];
  const role = ROLES.find((one) => one[0] === letter);
  if (id === undefined || role === undefined) return null;
  const chosen = choices!.split(' ').filter((choice) => choice !== '');
  return {
    id,
    role,
    price: Number(price),
    choices: chosen.map((choice) => {
      const [short, cost] = choice.split(':');
      return { id: lengthened(short!), price: Number(cost) };
    }),
  };
}

function nameOf(at: number): string {
  return `ticket_${at + 1}`;
}

function shortened(id: string): string {
  return isUuid(id) ? BigInt(`0x${id.replaceAll('-', '')}`).toString(BASE) : '?';
}

function lengthened(short: string): string {
  const number = Array.from(short).reduce((sum, digit) => sum * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE)), 0n);
  return number.toString(16).padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

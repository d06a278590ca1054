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
  /** What was paid, the discount taken off. */
  price: number;
  discount: number;
  choices: readonly { id: string; price: number }[];
}

/** A code by its place in its voucher: the code itself opens something, and is told to no provider. */
export interface SoldUse {
  voucherId: string;
  position: number;
  discount: number;
}

export type RestoredTicket = ComposedTicket & { id: string; role: Role; discount: number };

const LONGEST_NOTE = 500;
const BASE = 36;
const TICKET = /^([A-Z2-7]{26}) ([psca]) (\d{1,9})(?:-(\d{1,9}))?((?: [\da-z]{1,25}:\d{1,9})*)$/;
const USE = /^([\da-z]{1,25}) (\d{1,6}) (\d{1,9})$/;
const MOST_USES = 2;

export function notesOf(tickets: readonly SoldTicket[]): Record<string, string> {
  const notes = tickets.map(({ id, role, price, discount, choices }) => [id, role[0], discount === 0 ? price : `${price}-${discount}`, ...choices.map((choice) => `${shortened(choice.id)}:${choice.price}`)].join(' '));
  if (notes.some((note) => note.length > LONGEST_NOTE || !TICKET.test(note))) return {};
  return Object.fromEntries(notes.map((note, at) => [nameOf(at), note]));
}

export function readNotes(notes: Readonly<Record<string, string>>, quantity: number): SoldTicket[] | null {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_TICKETS_PER_ORDER) return null;
  const tickets = Array.from({ length: quantity }, (_, at) => readNote(notes[nameOf(at)] ?? ''));
  return tickets.every((ticket) => ticket !== null) ? tickets : null;
}

export function notesOfUses(uses: readonly SoldUse[]): Record<string, string> {
  return Object.fromEntries(uses.slice(0, MOST_USES).map(({ voucherId, position, discount }, at) => [nameOfUse(at), `${shortened(voucherId)} ${position} ${discount}`]));
}

/** Null where they are in no known form; none of them is none at all. */
export function readUses(notes: Readonly<Record<string, string>>): SoldUse[] | null {
  const written = Array.from({ length: MOST_USES }, (_, at) => notes[nameOfUse(at)]).filter((note) => note !== undefined);
  const uses = written.map((note) => USE.exec(note));
  return uses.every((use) => use !== null) ? uses.map(([, voucher, position, discount]) => ({ voucherId: lengthened(voucher!), position: Number(position), discount: Number(discount) })) : null;
}

/** The tickets with the words that the menu has for them today; null where it knows a choice no more, or the sums differ. */
export function composeSoldTickets(menu: Pick<Menu, 'sections' | 'options'>, tickets: readonly SoldTicket[]): RestoredTicket[] | null {
  const composed = tickets.map((ticket) => composeSoldTicket(menu, ticket));
  return composed.every((ticket) => ticket !== null) ? composed : null;
}

function composeSoldTicket(menu: Pick<Menu, 'sections' | 'options'>, { id, role, price, discount, choices }: SoldTicket): RestoredTicket | null {
  const priced = (offered: readonly MenuChoice[]): MenuChoice[] =>
    choices.flatMap((choice) => offered.filter((one) => one.id === choice.id).map(({ name, emoji, ...content }) => ({ id: choice.id, name, emoji, price: choice.price, ...soldContent(content) })));
  const sections = menu.sections.map((section) => ({ sectionId: section.id, sectionName: section.name, items: priced(section.items) })).filter(({ items }) => items.length > 0);
  const extras = priced(menu.options);
  const found = [...sections.flatMap(({ items }) => items), ...extras];
  const total = found.reduce((sum, choice) => sum + choice.price, 0);
  if (found.length !== choices.length || (found.length > 0 && total !== price + discount)) return null;
  return { id, role, menu: sections, extras, note: null, price: cents(price), discount };
}

function readNote(note: string): SoldTicket | null {
  const [, id, letter, price, discount = '0', choices] = TICKET.exec(note) ?? [];
  const role = ROLES.find((one) => one[0] === letter);
  if (id === undefined || role === undefined) return null;
  const chosen = choices!.split(' ').filter((choice) => choice !== '');
  return {
    id,
    role,
    price: Number(price),
    discount: Number(discount),
    choices: chosen.map((choice) => {
      const [short, cost] = choice.split(':');
      return { id: lengthened(short!), price: Number(cost) };
    }),
  };
}

function nameOf(at: number): string {
  return `ticket_${at + 1}`;
}

function nameOfUse(at: number): string {
  return `voucher_${at + 1}`;
}

function shortened(id: string): string {
  return isUuid(id) ? BigInt(`0x${id.replaceAll('-', '')}`).toString(BASE) : '?';
}

function lengthened(short: string): string {
  const number = Array.from(short).reduce((sum, digit) => sum * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE)), 0n);
  return number.toString(16).padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

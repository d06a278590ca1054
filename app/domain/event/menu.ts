import type { FieldsMarked, Values } from '../fields/field.ts';
import { type Cents, cents } from '../money.ts';
import { MAX_NOTE_LENGTH, MAX_NOTE_UNITS } from '../order/status.ts';
import { type DishContent, saysContent, soldContent } from '../food/allergens.ts';
import { needsProblemText, readNeeds, type SentNeeds, type TicketNeeds } from '../food/needs.ts';
import { graphemeLength, isStorableText, withoutControls } from '../plain-text.ts';
import type { DISH_FIELDS } from './menu-fields.ts';
import { ticketPrice } from './pricing.ts';
import type { Role } from '../people/roles.ts';

export interface Menu {
  referencePrice: Cents;
  sections: readonly MenuSection[];
  options: readonly MenuChoice[];
}

export interface MenuSection {
  id: string;
  name: string;
  required: boolean;
  maxSelection: number;
  items: readonly MenuDish[];
}

export interface MenuDish extends MenuChoice {
  remaining: number | null;
}

type VisibleFields = Values<FieldsMarked<typeof DISH_FIELDS, 'forVisitors'>>;

export interface MenuChoice extends Omit<Partial<VisibleFields>, keyof DishContent>, DishContent {
  id: string;
  name: string;
  emoji: string;
  price: number;
}

/** Ids only: prices are never taken from a browser. */
export interface Selection {
  sections: Readonly<Record<string, readonly string[]>>;
  options: readonly string[];
  note?: string | undefined;
  /** Who eats it. */
  noteName?: string | undefined;
  needs?: SentNeeds | null | undefined;
}

export type SelectionProblem =
  | { kind: 'unknown_section'; id: string }
  | { kind: 'unknown_item'; id: string }
  | { kind: 'chosen_twice'; id: string }
  | { kind: 'too_many'; section: string; max: number }
  | { kind: 'required_missing'; section: string }
  | { kind: 'nothing_chosen' }
  | { kind: 'bad_note' }
  | { kind: 'consent_missing' }
  | { kind: 'bad_needs' };

export interface ComposedTicket {
  menu: { sectionId: string; sectionName: string; items: MenuChoice[] }[];
  extras: MenuChoice[];
  note: string | null;
  noteName?: string | null;
  price: Cents;
  /** Kept apart from what was sold. */
  needs?: TicketNeeds;
}

export function hasChoices(menu: Pick<Menu, 'sections' | 'options'>): boolean {
  return menu.sections.length > 0 || menu.options.length > 0;
}

export function costTheSame(one: Menu, other: Menu): boolean {
  const prices = new Map(choicesOf(other).map(({ id, price }) => [id, price]));
  return choicesOf(one).every(({ id, price }) => prices.get(id) === price);
}

/** Something is said of a dish: then of each it is told, also that nobody said. */
export function saysContents(menu: Pick<Menu, 'sections' | 'options'>): boolean {
  return choicesOf(menu).some(saysContent);
}

function choicesOf({ sections, options }: Pick<Menu, 'sections' | 'options'>): MenuChoice[] {
  return [...sections.flatMap(({ items }) => items), ...options];
}

/** Spec §5: every required section answered, at most `maxSelection` of each, each dish or extra once, at least one choice where nothing is required. */
export function composeTicket(menu: Menu, selection: Selection, role: Role): ComposedTicket | SelectionProblem {
  const stranger = Object.keys(selection.sections).find((id) => !menu.sections.some((section) => section.id === id));
  if (stranger !== undefined) return { kind: 'unknown_section', id: stranger };

  const chosen: ComposedTicket['menu'] = [];
  for (const section of menu.sections) {
    const ids = (Object.hasOwn(selection.sections, section.id) ? selection.sections[section.id] : undefined) ?? [];
    if (section.required && ids.length === 0) return { kind: 'required_missing', section: section.name };
    if (ids.length > section.maxSelection) return { kind: 'too_many', section: section.name, max: section.maxSelection };
    const items = pick(section.items, ids);
    if ('kind' in items) return items;
    if (items.length > 0) chosen.push({ sectionId: section.id, sectionName: section.name, items });
  }

  const extras = pick(menu.options, selection.options);
  if ('kind' in extras) return extras;
  if (hasChoices(menu) && chosen.length === 0 && extras.length === 0) return { kind: 'nothing_chosen' };

  const written = readNote(selection.note ?? '');
  if (written === null) return BAD_NOTE;
  const needs = readNeeds(selection.needs);
  if (typeof needs === 'string') return { kind: needs };

  const price = ticketPrice({
    role,
    chosenPrices: [...chosen.flatMap((section) => section.items), ...extras].map((choice) => cents(choice.price)),
    eventHasChoices: hasChoices(menu),
    referencePrice: menu.referencePrice,
  });
  const named = readNoteName(selection.noteName ?? '');
  if (named === null) return BAD_NOTE;
  return { menu: chosen, extras, note: written.note, ...(named !== '' && { noteName: named }), price, ...(needs !== null && { needs }) };
}

export function cheapestTicket(menu: Menu, role: Role): Cents {
  const cheapest = (choices: readonly (MenuChoice & Partial<MenuDish>)[]): Cents[] =>
    choices.toSorted((one, other) => Number(one.remaining === 0) - Number(other.remaining === 0) || one.price - other.price).slice(0, 1).map(({ price }) => cents(price));
  const required = menu.sections.filter((section) => section.required).flatMap((section) => cheapest(section.items));
  const anything = cheapest(choicesOf(menu));
  return ticketPrice({
    role,
    chosenPrices: required.length > 0 ? required : anything,
    eventHasChoices: hasChoices(menu),
    referencePrice: menu.referencePrice,
  });
}

export function selectionProblemText(problem: SelectionProblem): string {
  switch (problem.kind) {
    case 'unknown_section':
    case 'unknown_item':
      return 'El menú ha canviat: algun plat triat ja no es pot demanar. Revisa la comanda, per favor.';
    case 'chosen_twice':
      return 'Un mateix plat o extra només es pot triar una vegada per tiquet.';
    case 'too_many':
      return `A «${problem.section}» pots triar com a màxim ${problem.max}.`;
    case 'required_missing':
      return `Falta triar «${problem.section}».`;
    case 'nothing_chosen':
      return 'Tria almenys un plat o un extra.';
    case 'consent_missing':
    case 'bad_needs':
      return needsProblemText(problem.kind);
    case 'bad_note':
      return `Les observacions poden tindre fins a ${MAX_NOTE_LENGTH} caràcters de text normal.`;
  }
}

const BAD_NOTE = { kind: 'bad_note' } as const satisfies SelectionProblem;

export function readNote(text: string): { note: string | null } | null {
  const note = withoutControls(text).trim();
  return isTooLong(note) || !isStorableText(note) ? null : { note: note === '' ? null : note };
}

/** Null where it can't be kept. */
export function readNoteName(text: string): string | null {
  const name = withoutControls(text).trim();
  return graphemeLength(name) > MAX_NOTE_NAME || !isStorableText(name) ? null : name;
}

export const MAX_NOTE_NAME = 60;

export const BAD_NOTE_TEXT = selectionProblemText(BAD_NOTE);

/** Units first: segmenting graphemes is slow. */
function isTooLong(note: string): boolean {
  return note.length > MAX_NOTE_UNITS || (note.length > MAX_NOTE_LENGTH && graphemeLength(note) > MAX_NOTE_LENGTH);
}

function pick(offered: readonly MenuChoice[], ids: readonly string[]): MenuChoice[] | SelectionProblem {
  const picked: MenuChoice[] = [];
  for (const id of ids) {
    const choice = offered.find((one) => one.id === id);
    if (!choice) return { kind: 'unknown_item', id };
    if (picked.some((one) => one.id === id)) return { kind: 'chosen_twice', id };
    const { name, emoji, price } = choice;
    picked.push({ id, name, emoji, price, ...soldContent(choice) });
  }
  return picked;
}

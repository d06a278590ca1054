import { type ComposedTicket, composeTicket, type Menu, type MenuChoice, type MenuDish, type MenuSection, type SelectionProblem } from '../event/menu.ts';
import { hasNeeds, isNeedCode, MAX_OTHER_NEED, type SentNeeds } from '../food/needs.ts';
import { NOTHING } from '../money.ts';
import { MAX_FIRST_NAME } from '../people/first-name.ts';
import { MAX_NOTE_LENGTH, MAX_NOTE_UNITS } from '../order/status.ts';
import { firstGraphemes } from '../plain-text.ts';
import { isRecord } from '../record.ts';
import type { Role } from '../people/roles.ts';

export interface TicketChoice {
  sections: Readonly<Record<string, readonly string[]>>;
  options: readonly string[];
  note: string;
  /** Who eats it; with a note, the kitchen reads it, too. */
  noteName?: string;
  needs?: SentNeeds;
}

export const EMPTY_CHOICE: TicketChoice = { sections: {}, options: [], note: '' };

/** A note alone is no choice. */
export function isEmptyChoice({ sections, options, needs }: TicketChoice): boolean {
  return Object.keys(sections).length === 0 && options.length === 0 && (needs === undefined || !hasNeeds(needs));
}

export function chosenIn(choice: TicketChoice, sectionId: string): readonly string[] {
  return Object.hasOwn(choice.sections, sectionId) ? (choice.sections[sectionId] ?? []) : [];
}

/** Where one is allowed a choice replaces the other; where more are, a full section takes no further one (spec §5). */
export function toggleItem(choice: TicketChoice, section: MenuSection, itemId: string): TicketChoice {
  const chosen = chosenIn(choice, section.id);
  if (chosen.includes(itemId)) return withSection(choice, section.id, without(chosen, itemId));
  if (section.maxSelection === 1) return withSection(choice, section.id, [itemId]);
  if (isFull(choice, section)) return choice;
  return withSection(choice, section.id, [...chosen, itemId]);
}

export function toggleOption(choice: TicketChoice, optionId: string): TicketChoice {
  const { options } = choice;
  return { ...choice, options: options.includes(optionId) ? without(options, optionId) : [...options, optionId] };
}

export function isFull(choice: TicketChoice, section: MenuSection): boolean {
  return chosenIn(choice, section.id).length >= section.maxSelection;
}

export function dishesOf(menu: Menu, choice: TicketChoice): MenuDish[] {
  return menu.sections.flatMap(({ id, items }) => items.filter((item) => chosenIn(choice, id).includes(item.id)));
}

/** Extras among them. */
export function chosenDishes(menu: Menu, choice: TicketChoice): MenuChoice[] {
  return [...dishesOf(menu, choice), ...menu.options.filter(({ id }) => choice.options.includes(id))];
}

export function withoutDishes(choice: TicketChoice, dishes: readonly MenuDish[]): TicketChoice {
  const gone = new Set(dishes.map(({ id }) => id));
  return { ...choice, sections: Object.fromEntries(Object.entries(choice.sections).map(([id, chosen]) => [id, chosen.filter((item) => !gone.has(item))])) };
}

/** The next person's, to begin with: the dishes that everybody must choose, where there are any left. What is one person's own stays behind. */
export function nextChoice(menu: Menu, choice: TicketChoice, isLeft: (dish: MenuDish) => boolean): TicketChoice {
  const isCarriedOver = (dish: MenuDish): boolean => menu.sections.some(({ required, items }) => required && items.includes(dish)) && isLeft(dish);
  const others = dishesOf(menu, choice).filter((dish) => !isCarriedOver(dish));
  return withoutDishes({ ...EMPTY_CHOICE, sections: choice.sections }, others);
}

export function placesLeft({ id, remaining }: MenuDish, taken: ReadonlyMap<string, number>): number | null {
  return remaining === null ? null : Math.max(0, remaining - (taken.get(id) ?? 0));
}

const FEW_PLACES = 10;

export function placesText(left: number | null): string | null {
  if (left === null || left > FEW_PLACES) return null;
  if (left === 0) return 'Esgotat';
  return left === 1 ? "Només en queda 1" : `Només en queden ${left}`;
}

/** Storable: no NUL, no lone surrogates, cut between graphemes. */
export function tidyNote(note: string): string {
  return firstGraphemes(note.replaceAll('\0', '').toWellFormed(), { graphemes: MAX_NOTE_LENGTH, units: MAX_NOTE_UNITS });
}

interface Fit {
  choice: TicketChoice;
  dropped: number;
}

export function fitToMenu(choice: TicketChoice, menu: Menu): Fit {
  const fitting = menu.sections.flatMap((section): [string, string[]][] => {
    const offered = new Set(section.items.map((item) => item.id));
    const ids = [...new Set(chosenIn(choice, section.id))].filter((id) => offered.has(id)).slice(0, section.maxSelection);
    return ids.length > 0 ? [[section.id, ids]] : [];
  });
  const offered = new Set(menu.options.map((option) => option.id));
  const options = [...new Set(choice.options)].filter((id) => offered.has(id));
  const fitted: TicketChoice = { ...bareChoice(choice), sections: Object.fromEntries(fitting), options };
  return { choice: fitted, dropped: countChosen(choice) - countChosen(fitted) };
}

export interface TicketDraft {
  ticket: ComposedTicket;
  problem: SelectionProblem | null;
}

export function draftTicket(menu: Menu, choice: TicketChoice, role: Role): TicketDraft {
  const composed = composeTicket(menu, choice, role);
  if (!('kind' in composed)) return { ticket: composed, problem: null };
  const lenient = { ...menu, sections: menu.sections.map((section) => ({ ...section, required: false })) };
  const { needs: _needs, ...dishes } = choice;
  const partial = composeTicket(lenient, { ...dishes, note: tidyNote(choice.note) }, role);
  const bare: ComposedTicket = { menu: [], extras: [], note: choice.note.trim() || null, price: NOTHING };
  return { ticket: 'kind' in partial ? bare : partial, problem: composed };
}

export function isSameChoice(one: TicketChoice, other: TicketChoice): boolean {
  return choiceKey(one) === choiceKey(other);
}

/** Without what a ticket or a draft of the cart has besides. */
export function bareChoice({ sections, options, note, noteName, needs }: TicketChoice): TicketChoice {
  return { sections, options, note, ...(noteName !== undefined && { noteName }), ...needsOf({ needs }) };
}

/** As they are sent. */
export function noteOf({ note, noteName = '' }: Pick<TicketChoice, 'note' | 'noteName'>): { note?: string; noteName?: string } {
  return { ...(note.trim() !== '' && { note: note.trim() }), ...(noteName.trim() !== '' && { noteName: noteName.trim() }) };
}

/** One person's own: a further ticket with the same dishes is without them. */
export function needsOf({ needs }: { needs?: SentNeeds | undefined }): { needs?: SentNeeds } {
  return needs === undefined || !hasNeeds(needs) ? {} : { needs };
}

export function parseNeeds(stored: unknown): { needs?: SentNeeds } {
  if (!isRecord(stored) || !Array.isArray(stored['codes'])) return {};
  const text = (value: unknown, graphemes: number): string => (typeof value === 'string' ? firstGraphemes(value.replaceAll('\0', '').toWellFormed(), { graphemes, units: 2_000 }) : '');
  const [other, firstName] = [text(stored['other'], MAX_OTHER_NEED), text(stored['firstName'], MAX_FIRST_NAME)];
  const codes = stored['codes'].filter((code): code is string => typeof code === 'string' && isNeedCode(code));
  return needsOf({ needs: { codes, ...(other !== '' && { other }), ...(firstName !== '' && { firstName }), consent: stored['consent'] === true, forOther: stored['forOther'] === true } });
}

export function choiceKey({ sections, options, note, noteName = '', ...others }: TicketChoice): string {
  const items = Object.entries(sections).flatMap(([id, chosen]) => chosen.map((item) => `${id} ${item}`));
  const { needs } = needsOf(others);
  return JSON.stringify([items.toSorted(), options.toSorted(), note.trim(), ...(noteName.trim() === '' ? [] : [noteName.trim()]), ...(needs === undefined ? [] : [needs])]);
}

function countChosen(choice: TicketChoice): number {
  return Object.values(choice.sections).reduce((count, ids) => count + ids.length, choice.options.length);
}

function withSection(choice: TicketChoice, sectionId: string, ids: readonly string[]): TicketChoice {
  const others = Object.entries(choice.sections).filter(([id]) => id !== sectionId);
  return { ...choice, sections: Object.fromEntries(ids.length > 0 ? [...others, [sectionId, ids]] : others) };
}

function without(ids: readonly string[], id: string): readonly string[] {
  return ids.filter((other) => other !== id);
}

import { parseEmoji } from '../emoji.ts';
import { MAX_TYPED_CENTS } from '../money-text.ts';
import type { Visibility } from '../people/roles.ts';
import { graphemeLength, isStorableText } from '../plain-text.ts';
import { parseDate } from '../time/dates.ts';
import { instantInMadrid } from '../time/madrid-time.ts';
import { saleClosesAt } from './sale.ts';

/** Amounts in cents. */
export interface EventDraft {
  title: string;
  /** YYYY-MM-DD and HH:MM in Europe/Madrid. */
  date: string;
  time: string;
  location: string | null;
  description: string;
  price: number;
  /** An emoji. */
  image: string;
  visibility: Visibility;
  /** HH:MM, of the day after where it is earlier than `time`. */
  endTime: string | null;
  /** RFC 3339 */
  saleStart: string | null;
  saleEndDate: string | null;
  maxTickets: number | null;
  /** RFC 3339. What is not said stays as it is; a new event has none. */
  kitchenDeadline?: string | null | undefined;
  /** What is left out stays as it is; off for a new event. */
  door?: DoorOptions | undefined;
  /** What is not said stays as it is; on for a new event. */
  givingAllowed?: boolean | undefined;
  /** People may wait for places once it is sold out. What is left out stays as it is; on for a new event. */
  waitingList?: boolean | undefined;
}

export interface DoorOptions {
  /** 'Eixida i tornada' */
  exitReentry: boolean;
  kitchenService: boolean;
}

export interface MenuDraft {
  sections: readonly SectionDraft[];
  options: readonly ChoiceDraft[];
}

/** Null ids are given when it is saved. */
export interface SectionDraft {
  id: string | null;
  name: string;
  required: boolean;
  maxSelection: number;
  items: readonly DishDraft[];
}

/** Null: it can't run out. */
export interface DishDraft extends ChoiceDraft {
  places: number | null;
}

export interface ChoiceDraft {
  id: string | null;
  name: string;
  emoji: string;
  pricePublic: number;
  /** Null: what the public pays. */
  priceMember: number | null;
  priceCommission: number | null;
}

/** By the path of the field: `sections[0].items[2].name`. */
export type DraftProblems = Record<string, string>;

export const MAX_TITLE = 120;
export const MAX_LOCATION = 200;
export const MAX_DESCRIPTION = 4_000;
export const MAX_TICKETS_OF_EVENT = 100_000;
export const MAX_MENU_NAME = 80;
export const MAX_SECTIONS = 12;
export const MAX_ITEMS = 40;
export const MAX_OPTIONS = 40;

/** Spec §5 where it has them. */
export const EVENT_TEXTS = {
  title: 'Escriu el títol',
  date: 'Escriu la data',
  time: "El format d'hora ha de ser HH:MM (exemple: 14:30)",
  description: 'Escriu la descripció',
  price: 'Escriu el preu de referència',
  image: "Has de seleccionar un emoji vàlid per a l'esdeveniment",
  visibility: 'Tria qui pot vore-ho',
  endTime: "Ha de ser una altra hora que la de començar, en format HH:MM (exemple: 02:00)",
  kitchenDeadline: "El termini ha de ser abans de començar l'acte",
  saleStart: "La venda ha de començar abans que es tanque",
  saleEndDate: "La data límit de venda no pot ser posterior a l'esdeveniment",
  maxTickets: `Escriu un nombre entre 0 i ${MAX_TICKETS_OF_EVENT}, o deixa-ho buit si no hi ha límit`,
  sectionName: 'Escriu el nom de la secció',
  menuWithoutName: 'Menu must have id and name',
  maxSelection: `Escriu un nombre entre 1 i ${MAX_ITEMS}`,
  noItems: 'Afig almenys un plat a la secció',
  itemName: 'Escriu el nom',
  emoji: 'Tria un emoji vàlid',
  itemPrice: 'Escriu el preu: sense preu no es pot guardar',
  places: `Escriu un nombre entre 0 i ${MAX_TICKETS_OF_EVENT}, o deixa-ho buit si no s'acaba`,
} as const;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export function eventProblems(draft: EventDraft): DraftProblems {
  const isDay = parseDate(draft.date) === draft.date;
  return withoutNulls({
    title: textProblem(draft.title, { required: EVENT_TEXTS.title, max: MAX_TITLE }),
    date: isDay ? null : EVENT_TEXTS.date,
    time: TIME.test(draft.time) ? null : EVENT_TEXTS.time,
    location: draft.location === null ? null : textProblem(draft.location, { required: null, max: MAX_LOCATION }),
    description: textProblem(draft.description, { required: EVENT_TEXTS.description, max: MAX_DESCRIPTION }),
    price: priceProblem(draft.price, EVENT_TEXTS.price),
    image: parseEmoji(draft.image) === null ? EVENT_TEXTS.image : null,
    endTime: draft.endTime === null || (TIME.test(draft.endTime) && draft.endTime !== draft.time) ? null : EVENT_TEXTS.endTime,
    saleStart: isRightSaleStart(draft) ? null : EVENT_TEXTS.saleStart,
    kitchenDeadline: isRightDeadline(draft) ? null : EVENT_TEXTS.kitchenDeadline,
    saleEndDate: draft.saleEndDate === null || (parseDate(draft.saleEndDate) === draft.saleEndDate && (!isDay || draft.saleEndDate <= draft.date)) ? null : EVENT_TEXTS.saleEndDate,
    maxTickets: draft.maxTickets === null || isCount(draft.maxTickets, { min: 0, max: MAX_TICKETS_OF_EVENT }) ? null : EVENT_TEXTS.maxTickets,
  });
}

/** True while the other times of the sale are wrong: they are told of first. */
function isRightSaleStart({ date, time, saleStart, saleEndDate }: EventDraft): boolean {
  if (saleStart === null) return true;
  if (!isInstant(saleStart)) return false;
  const isReadable = parseDate(date) === date && TIME.test(time) && (saleEndDate === null || parseDate(saleEndDate) === saleEndDate);
  return !isReadable || Date.parse(saleStart) < saleClosesAt({ date, time, saleEndDate });
}

function isRightDeadline({ date, time, kitchenDeadline = null }: EventDraft): boolean {
  if (kitchenDeadline === null) return true;
  if (!isInstant(kitchenDeadline)) return false;
  const isReadable = parseDate(date) === date && TIME.test(time);
  return !isReadable || Date.parse(kitchenDeadline) <= instantInMadrid(date, time);
}

function isInstant(text: string): boolean {
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString() === text;
}

export function menuProblems(menu: MenuDraft): DraftProblems {
  return withoutNulls({
    sections: menu.sections.length > MAX_SECTIONS ? `No en caben més de ${MAX_SECTIONS}` : null,
    options: menu.options.length > MAX_OPTIONS ? `No en caben més de ${MAX_OPTIONS}` : null,
    ...Object.assign({}, ...menu.sections.map((section, index) => sectionProblems(section, `sections[${index}]`))),
    ...Object.assign({}, ...menu.options.map((option, index) => choiceProblems(option, `options[${index}]`))),
  });
}

function sectionProblems(section: SectionDraft, path: string): Record<string, string | null> {
  const count = section.items.length;
  return {
    [`${path}.name`]: textProblem(section.name, { required: EVENT_TEXTS.sectionName, max: MAX_MENU_NAME }),
    [`${path}.maxSelection`]: isCount(section.maxSelection, { min: 1, max: MAX_ITEMS }) ? null : EVENT_TEXTS.maxSelection,
    [`${path}.items`]: count === 0 ? EVENT_TEXTS.noItems : count > MAX_ITEMS ? `No en caben més de ${MAX_ITEMS}` : null,
    ...Object.assign({}, ...section.items.map((item, index) => dishProblems(item, `${path}.items[${index}]`))),
  };
}

function dishProblems(dish: DishDraft, path: string): Record<string, string | null> {
  const isRight = dish.places === null || isCount(dish.places, { min: 0, max: MAX_TICKETS_OF_EVENT });
  return { ...choiceProblems(dish, path), [`${path}.places`]: isRight ? null : EVENT_TEXTS.places };
}

function choiceProblems(choice: ChoiceDraft, path: string): Record<string, string | null> {
  return {
    [`${path}.name`]: textProblem(choice.name, { required: EVENT_TEXTS.itemName, max: MAX_MENU_NAME }),
    [`${path}.emoji`]: parseEmoji(choice.emoji) === null ? EVENT_TEXTS.emoji : null,
    [`${path}.pricePublic`]: priceProblem(choice.pricePublic, EVENT_TEXTS.itemPrice),
    [`${path}.priceMember`]: choice.priceMember === null ? null : priceProblem(choice.priceMember, EVENT_TEXTS.itemPrice),
    [`${path}.priceCommission`]: choice.priceCommission === null ? null : priceProblem(choice.priceCommission, EVENT_TEXTS.itemPrice),
  };
}

function textProblem(text: string, { required, max }: { required: string | null; max: number }): string | null {
  if (required !== null && text.trim() === '') return required;
  if (!isStorableText(text)) return 'Hi ha caràcters que no es poden guardar';
  // What is far too long is not segmented into graphemes.
  return text.length > max * 20 || graphemeLength(text) > max ? `Són massa lletres: en caben ${max}` : null;
}

function priceProblem(price: number, text: string): string | null {
  return isCount(price, { min: 0, max: MAX_TYPED_CENTS }) ? null : text;
}

function isCount(value: number, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function withoutNulls(problems: Record<string, string | null>): DraftProblems {
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Null where the limit is not below what is sold. */
export function soldOverLimit(maxTickets: number | null, sold: number): number | null {
  return maxTickets !== null && sold > maxTickets ? sold - maxTickets : null;
}

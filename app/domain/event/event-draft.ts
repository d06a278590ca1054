import { parseEmoji } from '../emoji.ts';
import { fieldProblems, type Problems, withoutNulls } from '../fields/field.ts';
import { isCount, textProblem } from '../fields/kinds.ts';
import { MAX_TYPED_CENTS } from '../money-text.ts';
import { parseDate } from '../time/dates.ts';
import { instantInMadrid } from '../time/madrid-time.ts';
import { dayProblems, EVENT_FIELDS, type EventDraft, MAX_TICKETS_OF_EVENT, WRONG_KITCHEN_DEADLINE, WRONG_SALE_START } from './event-fields.ts';
import { saleClosesAt } from './sale.ts';

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

export const MAX_MENU_NAME = 80;
export const MAX_SECTIONS = 12;
export const MAX_ITEMS = 40;
export const MAX_OPTIONS = 40;

/** Spec §5 where it has them. */
export const MENU_TEXTS = {
  sectionName: 'Escriu el nom de la secció',
  menuWithoutName: 'Menu must have id and name',
  maxSelection: `Escriu un nombre entre 1 i ${MAX_ITEMS}`,
  noItems: 'Afig almenys un plat a la secció',
  itemName: 'Escriu el nom',
  emoji: 'Tria un emoji vàlid',
  itemPrice: 'Escriu el preu: sense preu no es pot guardar',
  places: `Escriu un nombre entre 0 i ${MAX_TICKETS_OF_EVENT}, o deixa-ho buit si no s'acaba`,
} as const;

export function eventProblems(draft: EventDraft): Problems {
  const problems = { ...fieldProblems(EVENT_FIELDS, draft), ...dayProblems(draft) };
  // What depends on them is told once they can be read.
  if (problems['date'] !== undefined || problems['time'] !== undefined) return problems;
  return { ...withoutNulls({ saleStart: saleStartProblem(draft, problems), kitchenDeadline: deadlineProblem(draft) }), ...problems };
}

function saleStartProblem({ date, time, saleStart, saleEndDate }: EventDraft, problems: Problems): string | null {
  if (saleStart === null || problems['saleStart'] !== undefined) return null;
  const isReadable = saleEndDate === null || parseDate(saleEndDate) === saleEndDate;
  return !isReadable || Date.parse(saleStart) < saleClosesAt({ date, time, saleEndDate }) ? null : WRONG_SALE_START;
}

function deadlineProblem({ date, time, kitchenDeadline = null }: EventDraft): string | null {
  return kitchenDeadline === null || Date.parse(kitchenDeadline) <= instantInMadrid(date, time) ? null : WRONG_KITCHEN_DEADLINE;
}

export function menuProblems(menu: MenuDraft): Problems {
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
    [`${path}.name`]: requiredText(section.name, { required: MENU_TEXTS.sectionName, max: MAX_MENU_NAME }),
    [`${path}.maxSelection`]: isCount(section.maxSelection, { min: 1, max: MAX_ITEMS }) ? null : MENU_TEXTS.maxSelection,
    [`${path}.items`]: count === 0 ? MENU_TEXTS.noItems : count > MAX_ITEMS ? `No en caben més de ${MAX_ITEMS}` : null,
    ...Object.assign({}, ...section.items.map((item, index) => dishProblems(item, `${path}.items[${index}]`))),
  };
}

function dishProblems(dish: DishDraft, path: string): Record<string, string | null> {
  const isRight = dish.places === null || isCount(dish.places, { min: 0, max: MAX_TICKETS_OF_EVENT });
  return { ...choiceProblems(dish, path), [`${path}.places`]: isRight ? null : MENU_TEXTS.places };
}

function choiceProblems(choice: ChoiceDraft, path: string): Record<string, string | null> {
  return {
    [`${path}.name`]: requiredText(choice.name, { required: MENU_TEXTS.itemName, max: MAX_MENU_NAME }),
    [`${path}.emoji`]: parseEmoji(choice.emoji) === null ? MENU_TEXTS.emoji : null,
    [`${path}.pricePublic`]: priceProblem(choice.pricePublic, MENU_TEXTS.itemPrice),
    [`${path}.priceMember`]: choice.priceMember === null ? null : priceProblem(choice.priceMember, MENU_TEXTS.itemPrice),
    [`${path}.priceCommission`]: choice.priceCommission === null ? null : priceProblem(choice.priceCommission, MENU_TEXTS.itemPrice),
  };
}

function requiredText(text: string, { required, max }: { required: string; max: number }): string | null {
  return text.trim() === '' ? required : textProblem(text, max);
}

function priceProblem(price: number, text: string): string | null {
  return isCount(price, { min: 0, max: MAX_TYPED_CENTS }) ? null : text;
}

/** Null where the limit is not below what is sold. */
export function soldOverLimit(maxTickets: number | null, sold: number): number | null {
  return maxTickets !== null && sold > maxTickets ? sold - maxTickets : null;
}

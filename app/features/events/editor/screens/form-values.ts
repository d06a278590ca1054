import type { FieldChange } from '#app/admin-kit/form/form-reply.ts';
import type { ChoiceDraft, EventDraft, MenuDraft } from '#app/domain/event/event-draft.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';

import type { EditedEvent } from '../schema.ts';
import type { EventFormValue, MenuFormValue } from './event-forms.ts';

const PLATE = '🍽️';

/** What stands in the fields of the event form at first. */
export function eventFields(event: EditedEvent) {
  const { version, title, image, date, time, location, description, price, visibility, saleEndDate, maxTickets } = event;
  return {
    ...{ title, image, date, time, description, visibility },
    version: String(version),
    location: location ?? '',
    price: moneyFieldText(price),
    saleEndDate: saleEndDate ?? '',
    maxTickets: maxTickets === null ? '' : String(maxTickets),
  };
}

export function draftOf(value: EventFormValue): EventDraft {
  const { title, image, date, time, location, description, price, visibility, saleEndDate, maxTickets } = value;
  return { title, image, date, time, location, description, price, visibility, saleEndDate, maxTickets };
}

export function menuFields(event: EditedEvent) {
  return {
    version: String(event.version),
    sections: event.sections.map(({ id, name, required, maxSelection, items }) => ({
      ...{ id, name, maxSelection: String(maxSelection) },
      ...(required && { required: 'on' }),
      items: items.map(choiceFields),
    })),
    options: event.options.map(choiceFields),
  };
}

function choiceFields({ id, name, emoji, pricePublic, priceMember, priceCommission }: EditedEvent['options'][number]) {
  const priceText = (price: number | null): string => (price === null ? '' : moneyFieldText(price));
  return { id, name, emoji, pricePublic: priceText(pricePublic), priceMember: priceText(priceMember), priceCommission: priceText(priceCommission) };
}

export function menuOf({ sections, options }: Pick<MenuFormValue, 'sections' | 'options'>): MenuDraft {
  const choice = (one: MenuFormValue['options'][number]): ChoiceDraft => ({ ...one, emoji: one.emoji ?? PLATE });
  return { sections: sections.map((section) => ({ ...section, items: section.items.map(choice) })), options: options.map(choice) };
}

const LABELS: Record<keyof EventDraft, string> = {
  title: 'Títol',
  image: 'Emoji',
  date: 'Data',
  time: 'Hora',
  location: 'Lloc',
  description: 'Descripció',
  price: 'Preu de referència',
  visibility: 'Qui pot vore-ho',
  saleEndDate: 'Fi de la venda',
  maxTickets: "Límit d'entrades",
};

/** What somebody else has saved meanwhile that this form would change back. */
export function changesBetween(theirs: EventDraft, mine: EventDraft): FieldChange[] {
  return (Object.keys(LABELS) as (keyof EventDraft)[])
    .filter((key) => theirs[key] !== mine[key])
    .map((key) => ({ label: LABELS[key], theirs: wordsOf(key, theirs[key]), mine: wordsOf(key, mine[key]) }));
}

function wordsOf(key: keyof EventDraft, value: string | number | null): string {
  if (value === null) return '';
  if (key === 'price') return `${moneyFieldText(Number(value))} €`;
  if (key === 'date' || key === 'saleEndDate') return formatDate(String(value));
  return String(value);
}

/** The menus that stand now beside those of the form, in a line each. */
export function menuChanges(theirs: EditedEvent, mine: MenuDraft): FieldChange[] {
  const lines = (menu: { sections: readonly { name: string; items: readonly PricedName[] }[]; options: readonly PricedName[] }): string =>
    [...menu.sections.map(({ name, items }) => `${name}: ${items.map(lineOf).join(', ')}`), ...menu.options.map((option) => `+ ${lineOf(option)}`)].join('; ');
  return [{ label: 'Menús', theirs: lines(theirs), mine: lines(mine) }];
}

type PricedName = { name: string; pricePublic: number };

function lineOf({ name, pricePublic }: PricedName): string {
  return `${name} ${moneyFieldText(pricePublic)} €`;
}

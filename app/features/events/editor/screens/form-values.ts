import { changedFields, type FieldReaders } from '#app/admin-kit/form/changed-fields.ts';
import type { FieldChange } from '#app/admin-kit/form/form-reply.ts';
import type { ChoiceDraft, EventDraft, MenuDraft } from '#app/domain/event/event-draft.ts';
import type { Visibility } from '#app/domain/people/roles.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';

import type { EditedEvent } from '../schema.ts';
import type { EventFormValue, MenuFormValue } from './event-forms.ts';

const PLATE = '🍽️';

export const VISIBILITY_TEXTS: Record<Visibility, string> = { public: 'Públic', socio: 'Socis', comision: 'Comissió' };

/** What stands in the fields of the event form at first. */
export function eventFields(event: EditedEvent) {
  const { version, title, image, date, time, location, description, price, visibility, saleEndDate, maxTickets } = event;
  return {
    title,
    image,
    time,
    description,
    visibility,
    // As its field writes it, so that an untouched form is not taken for a changed one.
    date: formatDate(date),
    version: String(version),
    ...(location !== null && { location }),
    price: moneyFieldText(price),
    ...(saleEndDate !== null && { saleEndDate: formatDate(saleEndDate) }),
    ...(maxTickets !== null && { maxTickets: String(maxTickets) }),
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
      id,
      name,
      ...(required && { required: 'on' }),
      maxSelection: String(maxSelection),
      items: items.map(({ places, ...dish }) => ({ ...choiceFields(dish), ...(places !== null && { places: String(places) }) })),
    })),
    options: event.options.map(choiceFields),
  };
}

function choiceFields({ id, name, emoji, pricePublic, priceMember, priceCommission }: EditedEvent['options'][number]) {
  return {
    id,
    name,
    emoji,
    pricePublic: moneyFieldText(pricePublic),
    ...(priceMember !== null && { priceMember: moneyFieldText(priceMember) }),
    ...(priceCommission !== null && { priceCommission: moneyFieldText(priceCommission) }),
  };
}

export function menuOf({ sections, options }: Pick<MenuFormValue, 'sections' | 'options'>): MenuDraft {
  const choice = (one: MenuFormValue['options'][number]): ChoiceDraft => ({ ...one, emoji: one.emoji ?? PLATE });
  return {
    sections: sections.map((section) => ({ ...section, items: section.items.map((dish) => ({ ...choice(dish), places: dish.places })) })),
    options: options.map(choice),
  };
}

const plain = (value: string | null): string => value ?? '';

const READERS: FieldReaders<EventDraft> = {
  title: { label: 'Títol', text: plain },
  image: { label: 'Emoji', text: plain },
  date: { label: 'Data', text: formatDate },
  time: { label: 'Hora', text: plain },
  location: { label: 'Lloc', text: plain },
  description: { label: 'Descripció', text: plain },
  price: { label: 'Preu de referència', text: (price) => `${moneyFieldText(price)} €` },
  visibility: { label: 'Qui pot vore-ho', text: (visibility) => VISIBILITY_TEXTS[visibility] },
  saleEndDate: { label: 'Fi de la venda', text: (date) => (date === null ? '' : formatDate(date)) },
  maxTickets: { label: "Límit d'entrades", text: (count) => (count === null ? '' : String(count)) },
};

/** What somebody else has saved meanwhile that this form would change back. */
export function changesBetween(saved: EventDraft, sent: EventDraft): FieldChange[] {
  return changedFields({ saved, sent, readers: READERS });
}

/** The menus that stand now beside those of the form, in a line each. */
export function menuChanges(theirs: EditedEvent, mine: MenuDraft): FieldChange[] {
  const lines = (menu: { sections: readonly { name: string; items: readonly PricedName[] }[]; options: readonly PricedName[] }): string =>
    [...menu.sections.map(({ name, items }) => `${name}: ${items.map(lineOf).join(', ')}`), ...menu.options.map((option) => `+ ${lineOf(option)}`)].join('; ');
  return [{ label: 'Menús', theirs: lines(theirs), mine: lines(mine) }];
}

type PricedName = { name: string; pricePublic: number; places?: number | null };

function lineOf({ name, pricePublic, places = null }: PricedName): string {
  return `${name} ${moneyFieldText(pricePublic)} €${places === null ? '' : ` (places: ${places})`}`;
}

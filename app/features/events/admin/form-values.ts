import { changedFields, type FieldReaders } from '#app/design/admin-kit/form/changed-fields.ts';
import type { FieldChange } from '#app/design/admin-kit/form/form-reply.ts';
import type { ChoiceDraft, EventDraft, MenuDraft } from '#app/domain/event/event-draft.ts';
import type { Visibility } from '#app/domain/people/roles.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { dateAndTimeText, instantText } from '#app/domain/time/instant-text.ts';

import type { EditedEvent } from './schema.ts';
import type { MenuFormValue } from './event-forms.ts';

/** Spec §8. */
export const SAVE_FAILED = "Error al guardar l'esdeveniment: Error desconegut";

export const EXIT_REENTRY = 'Eixida i tornada';
export const KITCHEN_SERVICE = 'Servir a la cuina';
export const WAITING_LIST = "Llista d'espera";
export const GIVING = 'Es poden donar tiquets';

const PLATE = '🍽️';

export const VISIBILITY_TEXTS: Record<Visibility, string> = { public: 'Públic', socio: 'Socis', comision: 'Comissió' };

export function eventFields(event: EditedEvent) {
  const { version, title, image, date, time, endTime, location, description, price, visibility, saleStart, saleEndDate, maxTickets, kitchenDeadline, door, givingAllowed, waitingList } = event;
  const opening = saleStart === null ? null : dateAndTimeText(saleStart);
  const deadline = kitchenDeadline === null ? null : dateAndTimeText(kitchenDeadline);
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
    ...(endTime !== null && { endTime }),
    ...(opening !== null && { saleStartDate: opening.date, saleStartTime: opening.time }),
    ...(deadline !== null && { kitchenDate: deadline.date, kitchenTime: deadline.time }),
    ...(door.exitReentry && { exitReentry: 'on' }),
    ...(door.kitchenService && { kitchenService: 'on' }),
    ...(givingAllowed && { givingAllowed: 'on' }),
    ...(waitingList && { waitingList: 'on' }),
    ...(saleEndDate !== null && { saleEndDate: formatDate(saleEndDate) }),
    ...(maxTickets !== null && { maxTickets: String(maxTickets) }),
  };
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
  endTime: { label: "Hora d'acabar", text: plain },
  location: { label: 'Lloc', text: plain },
  description: { label: 'Descripció', text: plain },
  price: { label: 'Preu de referència', text: (price) => `${moneyFieldText(price)} €` },
  visibility: { label: 'Qui pot vore-ho', text: (visibility) => VISIBILITY_TEXTS[visibility] },
  saleStart: { label: 'Inici de la venda', text: (instant) => (instant === null ? '' : instantText(instant)) },
  saleEndDate: { label: 'Fi de la venda', text: (date) => (date === null ? '' : formatDate(date)) },
  maxTickets: { label: "Límit d'entrades", text: (count) => (count === null ? '' : String(count)) },
  kitchenDeadline: { label: 'Termini de la cuina', text: (instant) => (instant === null || instant === undefined ? '' : instantText(instant)) },
  door: { label: 'A la porta', text: (door) => [door?.exitReentry === true ? EXIT_REENTRY : '', door?.kitchenService === true ? KITCHEN_SERVICE : ''].filter(Boolean).join(', ') },
  waitingList: { label: WAITING_LIST, text: (isThere) => (isThere === false ? 'No' : 'Sí') },
  givingAllowed: { label: GIVING, text: (isAllowed) => (isAllowed === false ? 'No' : 'Sí') },
};

export function changesBetween(saved: EventDraft, sent: EventDraft): FieldChange[] {
  return changedFields({ saved, sent, readers: READERS });
}

export function menuChanges(theirs: EditedEvent, mine: MenuDraft): FieldChange[] {
  const lines = (menu: { sections: readonly { name: string; items: readonly PricedName[] }[]; options: readonly PricedName[] }): string =>
    [...menu.sections.map(({ name, items }) => `${name}: ${items.map(lineOf).join(', ')}`), ...menu.options.map((option) => `+ ${lineOf(option)}`)].join('; ');
  return [{ label: 'Menús', theirs: lines(theirs), mine: lines(mine) }];
}

type PricedName = { name: string; pricePublic: number; places?: number | null };

function lineOf({ name, pricePublic, places = null }: PricedName): string {
  return `${name} ${moneyFieldText(pricePublic)} €${places === null ? '' : ` (places: ${places})`}`;
}

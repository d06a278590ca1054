import type { FieldChange } from '#app/design/admin-kit/form/form-reply.ts';
import type { ChoiceDraft, MenuDraft } from '#app/domain/event/event-draft.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';

import type { EditedEvent } from './schema.ts';
import type { MenuFormValue } from './event-forms.ts';

/** Spec §8. */
export const SAVE_FAILED = "Error al guardar l'esdeveniment: Error desconegut";

const PLATE = '🍽️';

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

export function menuChanges(theirs: EditedEvent, mine: MenuDraft): FieldChange[] {
  const lines = (menu: { sections: readonly { name: string; items: readonly PricedName[] }[]; options: readonly PricedName[] }): string =>
    [...menu.sections.map(({ name, items }) => `${name}: ${items.map(lineOf).join(', ')}`), ...menu.options.map((option) => `+ ${lineOf(option)}`)].join('; ');
  return [{ label: 'Menús', theirs: lines(theirs), mine: lines(mine) }];
}

type PricedName = { name: string; pricePublic: number; places?: number | null };

function lineOf({ name, pricePublic, places = null }: PricedName): string {
  return `${name} ${moneyFieldText(pricePublic)} €${places === null ? '' : ` (places: ${places})`}`;
}

import type { FieldChange } from '#app/design/admin-kit/form/form-reply.ts';
import { formTexts } from '#app/design/admin-kit/form/record-form.ts';
import { CHOICE_FIELDS, DISH_FIELDS, type MenuDraft, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';
import { contentText, type DishContent, saysContent } from '#app/domain/food/allergens.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';

import type { EditedEvent } from './schema.ts';

/** Spec §8. */
export const SAVE_FAILED = "Error al guardar l'esdeveniment: Error desconegut";

export function menuFields({ version, sections, options }: EditedEvent) {
  return {
    version: String(version),
    sections: sections.map(({ id, items, ...section }) => ({ id, ...formTexts(SECTION_FIELDS, section), items: items.map((dish) => ({ id: dish.id, ...formTexts(DISH_FIELDS, dish) })) })),
    options: options.map((option) => ({ id: option.id, ...formTexts(CHOICE_FIELDS, option) })),
  };
}

export function menuFieldChanges(theirs: EditedEvent, mine: MenuDraft): FieldChange[] {
  const lines = (menu: { sections: readonly { name: string; items: readonly PricedName[] }[]; options: readonly PricedName[] }): string =>
    [...menu.sections.map(({ name, items }) => `${name}: ${items.map(lineOf).join(', ')}`), ...menu.options.map((option) => `+ ${lineOf(option)}`)].join('; ');
  return [{ label: 'Menús', theirs: lines(theirs), mine: lines(mine) }];
}

type PricedName = DishContent & { name: string; pricePublic: number; places?: number | null };

function lineOf({ name, pricePublic, places = null, ...content }: PricedName): string {
  const stated = [...(places === null ? [] : [`places: ${places}`]), ...(saysContent(content) ? [contentText(content)] : [])];
  return `${name} ${moneyFieldText(pricePublic)} €${stated.length === 0 ? '' : ` (${stated.join('; ')})`}`;
}

/** Neither a name nor a dish with one: the empty section that a new form begins with. */
export function isWritten(section: { name?: string | undefined; items?: readonly ({ name?: string | undefined } | undefined)[] | undefined } | undefined): boolean {
  return section !== undefined && (Boolean(section.name) || (section.items ?? []).some((dish) => Boolean(dish?.name)));
}

import { formTexts } from '#app/design/admin-kit/form/record-form.ts';
import { CHOICE_FIELDS, DISH_FIELDS, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';

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

/** Neither a name nor a dish with one: the empty section that a new form begins with. */
export function isWritten(section: { name?: string | undefined; items?: readonly ({ name?: string | undefined } | undefined)[] | undefined } | undefined): boolean {
  return section !== undefined && (Boolean(section.name) || (section.items ?? []).some((dish) => Boolean(dish?.name)));
}

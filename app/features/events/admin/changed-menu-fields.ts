import { changedFields, type FieldReaders } from '#app/design/admin-kit/form/changed-fields.ts';
import type { FieldChange } from '#app/design/admin-kit/form/form-reply.ts';
import { CHOICE_FIELDS, type ChoiceDraft, DISH_FIELDS, type DishDraft, type MenuDraft, SECTION_FIELDS, type SectionDraft } from '#app/domain/event/menu-fields.ts';
import { keysOf } from '#app/domain/record.ts';

export function changedMenuFields(theirs: MenuDraft, mine: MenuDraft): FieldChange[] {
  return [
    ...orderChange(theirs, mine),
    ...rowChanges<SectionDraft>(SECTION_FIELDS, theirs.sections, mine.sections),
    ...rowChanges<DishDraft>(DISH_FIELDS, dishesOf(theirs), dishesOf(mine)),
    ...rowChanges<ChoiceDraft>(CHOICE_FIELDS, theirs.options, mine.options),
  ];
}

interface Row {
  id: string | null;
  name: string;
}

function rowChanges<R extends Row>(readers: FieldReaders<R>, theirs: readonly R[], mine: readonly R[]): FieldChange[] {
  const standing = new Map(theirs.map((row) => [row.id, row]));
  const sentIds = new Set(mine.map(({ id }) => id));
  return [
    ...mine.flatMap((sent) => {
      const saved = standing.get(sent.id);
      if (saved === undefined) return [{ label: sent.name, theirs: '', mine: wholeText(readers, sent) }];
      return changedFields({ saved, sent, readers }).map((change) => ({ ...change, label: `${saved.name} · ${change.label}` }));
    }),
    ...theirs.filter(({ id }) => !sentIds.has(id)).map((saved) => ({ label: saved.name, theirs: wholeText(readers, saved), mine: '' })),
  ];
}

function wholeText<R extends Row>(readers: FieldReaders<R>, row: R): string {
  const texts = keysOf<keyof R & string>(readers).map((key) => ({ label: readers[key]?.label, text: readers[key]?.text(row[key]) ?? '' }));
  return texts.filter(({ text }) => text !== '').map(({ label, text }) => `${label}: ${text}`).join('; ');
}

function orderChange(theirs: MenuDraft, mine: MenuDraft): FieldChange[] {
  return orderAmong(theirs, mine) === orderAmong(mine, theirs) ? [] : [{ label: 'Menús', theirs: outline(theirs), mine: outline(mine) }];
}

function orderAmong(menu: MenuDraft, other: MenuDraft): string {
  const known = new Set(rowsOf(other).map(({ id }) => id));
  return rowsOf(menu).map(({ id }) => id).filter((id) => known.has(id)).join();
}

function rowsOf({ sections, options }: MenuDraft): Row[] {
  return [...sections.flatMap((section) => [section, ...section.items]), ...options];
}

function dishesOf({ sections }: MenuDraft): DishDraft[] {
  return sections.flatMap(({ items }) => items);
}

function outline({ sections, options }: MenuDraft): string {
  return [...sections.map(({ name, items }) => `${name}: ${items.map((dish) => dish.name).join(', ')}`), ...options.map(({ name }) => `+ ${name}`)].join('; ');
}

import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { z } from 'zod';

import { CheckInput } from '#app/design/admin-kit/fields/choices.tsx';
import { EmojiInput } from '#app/design/admin-kit/fields/emoji-input.tsx';
import { CountInput, HiddenInput, MoneyInput, TextInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { FieldList } from '#app/design/admin-kit/lists/field-list.tsx';
import { CHOICE_FIELDS, DISH_FIELDS, MAX_ITEMS, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { menuForm } from '../event-forms.ts';
import { ContentFields } from './content-fields.tsx';
import styles from './menu-rows.module.css';

export type MenuFormInput = z.input<typeof menuForm>;
export type MenuChoiceInput = NonNullable<MenuFormInput['options']>[number];
export type MenuSectionInput = NonNullable<MenuFormInput['sections']>[number];
type DishInput = MenuSectionInput['items'][number];

/** The schema's default makes the list optional; in the form it is always present. */
export type ListOf<Item> = FieldMetadata<Item[], MenuFormInput>;

interface SectionFieldsProps {
  form: FormMetadata<MenuFormInput>;
  section: FieldMetadata<MenuSectionInput, MenuFormInput>;
  soldByDish: ReadonlyMap<string, number>;
}

export function SectionFields({ form, section, soldByDish }: SectionFieldsProps): ReactNode {
  const fields = section.getFieldset();
  const { id, items } = fields;
  const inputs = inputsOf(SECTION_FIELDS, fields);
  return (
    <div className={ui.stack4}>
      <HiddenInput field={id} />
      <div className={styles.section}>
        <TextInput {...inputs.name} />
        <CheckInput {...inputs.required} />
        <CountInput {...inputs.maxSelection} />
      </div>
      <FieldList form={form} field={items as never as ListOf<DishInput>} title="Plats" itemName="Plat" addLabel="Afegir plat" max={MAX_ITEMS} dense>
        {(item) => <DishRow dish={item} soldByDish={soldByDish} />}
      </FieldList>
    </div>
  );
}

function DishRow({ dish, soldByDish }: { dish: FieldMetadata<DishInput, MenuFormInput>; soldByDish: ReadonlyMap<string, number> }): ReactNode {
  const fields = dish.getFieldset();
  const sold = soldByDish.get(fields.id.initialValue ?? '') ?? 0;
  return (
    <ChoiceFields choice={dish as never as FieldMetadata<MenuChoiceInput, MenuFormInput>} hint={sold === 0 ? null : `Demanades: ${sold}. Si poses menys places, no s'anul·la cap tiquet.`}>
      <CountInput {...inputsOf(DISH_FIELDS, fields).places} />
    </ChoiceFields>
  );
}

/** A line on a desktop, two on a phone. */
export function ChoiceFields({ choice, hint = null, children }: { choice: FieldMetadata<MenuChoiceInput, MenuFormInput>; hint?: string | null; children?: ReactNode }): ReactNode {
  const fields = choice.getFieldset();
  const inputs = inputsOf(CHOICE_FIELDS, fields);
  return (
    <div className={styles.row}>
      <HiddenInput field={fields.id} />
      <TextInput {...inputs.name} />
      <EmojiInput {...inputs.emoji} />
      <MoneyInput {...inputs.pricePublic} />
      <MoneyInput {...inputs.priceMember} />
      <MoneyInput {...inputs.priceCommission} />
      {children ?? <span className={styles.blank} />}
      <ContentFields allergens={inputs.allergens} diets={inputs.diets} />
      {hint === null ? null : <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

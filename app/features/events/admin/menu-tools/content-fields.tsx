import type { ReactNode } from 'react';

import { NONE_OF_THEM } from '#app/design/admin-kit/form/record-form.ts';
import { FoodIcon } from '#app/design/food/food-icon.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import type { FormField } from '#app/design/admin-kit/fields/form-field.ts';
import { type Allergen, ALLERGEN_NAMES, ALLERGENS, CONTAINS_NONE, contentText, DIET_NAMES, DIETS } from '#app/domain/food/allergens.ts';

import styles from './menu-rows.module.css';

interface CodesField extends FormField {
  value?: unknown;
}

interface ContentFieldsProps {
  allergens: { field: CodesField; label: string };
  diets: { field: CodesField; label: string };
}

/** One tap each. Nothing marked means that nobody said, which is not none. */
export function ContentFields({ allergens, diets }: ContentFieldsProps): ReactNode {
  const marked = listOf(allergens.field.value ?? allergens.field.initialValue);
  const stated: Allergen[] | null = marked.length === 0 ? null : ALLERGENS.filter((one) => marked.includes(one));
  const suits = DIETS.filter((diet) => listOf(diets.field.value ?? diets.field.initialValue).includes(diet));
  const errors = allergens.field.errors ?? diets.field.errors;
  return (
    <details className={styles.content} open={errors !== undefined || undefined}>
      <summary className={styles.summary}>
        <FoodIcon name={stated === null ? 'unknown' : stated.length === 0 ? 'none' : (stated[0] ?? 'none')} />
        <span aria-hidden="true">
          {stated === null ? '?' : stated.length}
          {suits.length === 0 ? '' : suits.includes('vegan') ? ' · vegà' : ' · veg.'}
        </span>
        <VisuallyHidden>Al·lèrgens: {contentText({ allergens: stated, diets: suits })}</VisuallyHidden>
      </summary>
      <fieldset className={styles.codes} id={allergens.field.id} tabIndex={-1}>
        <legend>{allergens.label}</legend>
        {ALLERGENS.map((one) => (
          <Code key={one} field={allergens.field} value={one} icon={one} text={ALLERGEN_NAMES[one]} />
        ))}
        <Code field={allergens.field} value={NONE_OF_THEM} icon="none" text={CONTAINS_NONE} />
      </fieldset>
      <fieldset className={styles.codes} id={diets.field.id} tabIndex={-1}>
        <legend>{diets.label}</legend>
        {DIETS.map((diet) => (
          <Code key={diet} field={diets.field} value={diet} icon={diet} text={DIET_NAMES[diet]} />
        ))}
      </fieldset>
      {errors === undefined ? null : (
        <p className={styles.error} role="alert">
          {errors[0]}
        </p>
      )}
    </details>
  );
}

function Code({ field, value, icon, text }: { field: CodesField; value: string; icon: Parameters<typeof FoodIcon>[0]['name']; text: string }): ReactNode {
  return (
    <label className={styles.code}>
      <input key={field.key} type="checkbox" name={field.name} form={field.formId} value={value} defaultChecked={listOf(field.initialValue).includes(value)} />
      <FoodIcon name={icon} />
      {text}
    </label>
  );
}

/** A single marked box comes as its text. */
function listOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

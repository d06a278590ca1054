import type { ReactNode } from 'react';

import { Field, type FieldControl } from '#app/ui/forms/field.tsx';

import styles from './fields.module.css';
import type { FieldTexts, FormField } from './form-field.ts';

export interface FieldFrameProps extends FieldTexts {
  field: FormField;
  children: (control: FieldControl) => ReactNode;
}

/** Label, hint and error of one field of an admin form. What may stay empty says so. */
export function FieldFrame({ field, label, hint, children }: FieldFrameProps): ReactNode {
  return (
    <Field id={field.id} label={<LabelText label={label} isOptional={field.required !== true} />} hint={hint} error={field.errors?.[0]}>
      {children}
    </Field>
  );
}

/** Short fields side by side, as long as there is room: the prices of a dish. */
export function FieldRow({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.row}>{children}</div>;
}

export function LabelText({ label, isOptional }: { label: string; isOptional: boolean }): ReactNode {
  return (
    <>
      {label}
      {isOptional ? <span className={styles.optional}> (opcional)</span> : null}
    </>
  );
}

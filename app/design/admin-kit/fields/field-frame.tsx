import type { ReactNode } from 'react';

import { Field, type FieldControl } from '#app/design/ui/forms/field.tsx';

import styles from './fields.module.css';
import type { FieldTexts, FormField } from './form-field.ts';

export interface FieldFrameProps extends FieldTexts {
  field: FormField;
  children: (control: FieldControl) => ReactNode;
}

export function FieldFrame({ field, label, hint, children }: FieldFrameProps): ReactNode {
  return (
    <Field id={field.id} label={<LabelText label={label} isOptional={field.required !== true && field.requiredWhenVisible !== true} />} hint={hint} error={field.errors?.[0]}>
      {children}
    </Field>
  );
}

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

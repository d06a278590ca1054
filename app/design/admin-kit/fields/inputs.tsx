import type { ComponentProps, ReactNode } from 'react';

import { moneyFieldText, parseBalance, parseMoney } from '#app/domain/money-text.ts';
import { parseTypedTime } from '#app/domain/time/typed-time.ts';
import area from '#app/design/ui/forms/field.module.css';
import { setValue } from '#app/design/ui/forms/set-value.ts';

import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import { type FieldTexts, type FormField, inputProps } from './form-field.ts';

interface InputProps extends FieldTexts {
  field: FormField;
}

type OwnAttributes = 'id' | 'name' | 'form' | 'className' | 'defaultValue' | 'value' | 'required';

export interface TextInputProps extends InputProps, Omit<ComponentProps<'input'>, OwnAttributes> {}

export function TextInput({ field, label, hint, ...rest }: TextInputProps): ReactNode {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {(control) => <input key={field.key} type="text" autoComplete="off" {...inputProps(field)} {...(rest.type === 'color' && { required: undefined })} {...rest} {...control} />}
    </FieldFrame>
  );
}

export interface TextAreaInputProps extends InputProps, Omit<ComponentProps<'textarea'>, OwnAttributes> {}

export function TextAreaInput({ field, label, hint, ...rest }: TextAreaInputProps): ReactNode {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {(control) => <textarea key={field.key} rows={4} {...inputProps(field)} {...rest} {...control} className={`${control.className} ${area.area}`} />}
    </FieldFrame>
  );
}

export function CountInput({ field, label, hint }: InputProps): ReactNode {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {(control) => <input key={field.key} type="text" inputMode="numeric" autoComplete="off" {...inputProps(field)} {...control} className={`${control.className} ${styles.short}`} />}
    </FieldFrame>
  );
}

/** `signed`: may be below zero, typed on a keyboard that has a minus. */
export function MoneyInput({ field, label, hint, signed = false }: InputProps & { signed?: boolean }): ReactNode {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {(control) => (
        <span className={styles.money}>
          <input
            key={field.key}
            type="text"
            inputMode={signed ? 'text' : 'decimal'}
            autoComplete="off"
            {...inputProps(field)}
            {...control}
            className={`${control.className} ${styles.amount}`}
            onBlur={({ currentTarget }) => {
              const read = (signed ? parseBalance : parseMoney)(currentTarget.value);
              if (!('problem' in read)) setValue(currentTarget, moneyFieldText(read.cents));
            }}
          />
          <span className={styles.unit} aria-hidden="true">
            €
          </span>
        </span>
      )}
    </FieldFrame>
  );
}

export function TimeInput({ field, label, hint }: InputProps): ReactNode {
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {(control) => (
        <input
          key={field.key}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="14:30"
          {...inputProps(field)}
          {...control}
          className={`${control.className} ${styles.short}`}
          onBlur={({ currentTarget }) => setValue(currentTarget, parseTypedTime(currentTarget.value) ?? currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

export function HiddenInput({ field }: { field: FormField }): ReactNode {
  const values = [field.initialValue].flat();
  return values.filter((value) => typeof value === 'string').map((value) => <input key={`${field.key} ${value}`} type="hidden" name={field.name} form={field.formId} value={value} />);
}

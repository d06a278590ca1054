import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';

import errors from '#app/design/ui/forms/field.module.css';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import { FieldFrame, LabelText } from './field-frame.tsx';
import styles from './fields.module.css';
import { type FieldTexts, type FormField, inputProps } from './form-field.ts';

export interface Choice {
  value: string;
  text: string;
  hint?: string;
}

interface ChoiceProps extends FieldTexts {
  field: FormField;
  choices: readonly Choice[];
}

export function SelectInput({ field, label, hint, choices, none }: ChoiceProps & { none?: string }): ReactNode {
  const { maxLength: _, ...props } = inputProps(field);
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      {(control) => (
        <select key={field.key} {...props} {...control}>
          {none === undefined ? null : <option value="">{none}</option>}
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export function RadioInput(props: ChoiceProps): ReactNode {
  return <ChoiceGroup {...props} type="radio" />;
}

interface Fold {
  after: number;
  summary: (folded: number) => string;
}

export function CheckGroup(props: ChoiceProps & { fold?: Fold }): ReactNode {
  return <ChoiceGroup {...props} type="checkbox" />;
}

/** Of many, which few people choose from: folded until one is chosen, or something is wrong with them. */
export function FoldedCheckGroup({ summary, ...props }: ChoiceProps & { summary: string }): ReactNode {
  const { field } = props;
  const isChosen = [field.initialValue].flat().some((value) => value !== undefined && value !== '');
  return (
    <details className={adminPage.more} open={isChosen || field.errors !== undefined}>
      <summary className={ui.fold}>{summary}</summary>
      <ChoiceGroup {...props} type="checkbox" />
    </details>
  );
}

function ChoiceGroup({ field, label, hint, choices, type, fold }: ChoiceProps & { type: 'radio' | 'checkbox'; fold?: Fold }): ReactNode {
  const chosen = [field.initialValue].flat();
  const visible = fold === undefined ? choices : choices.slice(0, fold.after);
  const folded = choices.slice(visible.length);
  const choiceOf = ({ value, text, hint: more }: Choice): ReactNode => (
    <label key={`${field.key} ${value}`} className={styles.choice}>
      <input type={type} name={field.name} form={field.formId} value={value} defaultChecked={chosen.includes(value)} aria-invalid={field.errors === undefined ? undefined : true} />
      <span>
        {text}
        {more === undefined ? null : <span className={styles.more}>{more}</span>}
      </span>
    </label>
  );
  return (
    <fieldset id={field.id} tabIndex={-1} className={ui.stack1} aria-describedby={describedBy(field, hint)}>
      <legend className={errors.label}>
        <LabelText label={label} isOptional={type === 'radio' && field.required !== true} />
      </legend>
      {hint === undefined ? null : (
        <p id={`${field.id}-hint`} className={errors.hint}>
          {hint}
        </p>
      )}
      {visible.map(choiceOf)}
      {folded.length === 0 ? null : (
        <details className={adminPage.more} open={folded.some(({ value }) => chosen.includes(value))}>
          <summary className={ui.fold}>{fold?.summary(folded.length)}</summary>
          <div className={ui.stack1}>{folded.map(choiceOf)}</div>
        </details>
      )}
      <ChoiceError field={field} />
    </fieldset>
  );
}

function describedBy(field: FormField, hint: string | undefined): string | undefined {
  const ids = [hint === undefined ? '' : `${field.id}-hint`, field.errors === undefined ? '' : `${field.id}-error`].filter(Boolean).join(' ');
  return ids === '' ? undefined : ids;
}

export function CheckInput({ field, label, hint }: FieldTexts & { field: FormField }): ReactNode {
  return (
    <div>
      <label className={styles.choice}>
        <input
          key={field.key}
          id={field.id}
          type="checkbox"
          name={field.name}
          form={field.formId}
          defaultChecked={field.initialValue === 'on'}
          aria-describedby={describedBy(field, hint)}
          aria-invalid={field.errors === undefined ? undefined : true}
        />
        <span>
          {label}
          {hint === undefined ? null : (
            <span id={`${field.id}-hint`} className={styles.more}>
              {hint}
            </span>
          )}
        </span>
      </label>
      <ChoiceError field={field} />
    </div>
  );
}

function ChoiceError({ field }: { field: FormField }): ReactNode {
  if (field.errors === undefined) return null;
  return (
    <p id={`${field.id}-error`} className={errors.error} role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      {field.errors[0]}
    </p>
  );
}

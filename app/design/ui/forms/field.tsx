import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ComponentProps, type ReactNode, useId } from 'react';

import styles from './field.module.css';

export interface FieldControl {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  id?: string | undefined;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  count?: string;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ id: knownId, label, hint, error, count, children }: FieldProps): ReactNode {
  const ownId = useId();
  const id = knownId ?? ownId;
  const wrong = error !== undefined && error !== null && error !== '';
  const describedBy = [hint === undefined ? '' : `${id}-hint`, wrong ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: styles.control ?? '',
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': wrong ? true : undefined,
      })}
      <div className={styles.foot}>
        {wrong ? (
          <p id={`${id}-error`} className={styles.error} role="alert">
            <CircleAlert size={16} aria-hidden="true" />
            {error}
          </p>
        ) : null}
        {count === undefined ? null : <span className={styles.count}>{count}</span>}
      </div>
    </div>
  );
}

type Texts = Pick<FieldProps, 'label' | 'hint' | 'error'>;

export interface TextFieldProps extends Texts, Omit<ComponentProps<'input'>, 'className'> {}

export function TextField({ id, label, hint, error, ...rest }: TextFieldProps): ReactNode {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...rest} {...control} />}
    </Field>
  );
}

export function EmailField(props: TextFieldProps): ReactNode {
  return <TextField type="email" name="email" autoComplete="email" inputMode="email" spellCheck={false} maxLength={254} required {...props} />;
}

export interface TextAreaFieldProps extends Texts, Pick<FieldProps, 'count'>, Omit<ComponentProps<'textarea'>, 'id' | 'className'> {}

export function TextAreaField({ label, hint, error, count, ...rest }: TextAreaFieldProps): ReactNode {
  return (
    <Field label={label} hint={hint} error={error} count={count}>
      {(control) => <textarea {...rest} {...control} className={`${control.className} ${styles.area}`} />}
    </Field>
  );
}

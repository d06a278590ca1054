import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';

import { Field, type FieldProps } from './field.tsx';
import styles from './password-field.module.css';

export interface PasswordFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'error'>, Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  describedBy?: string;
}

export function PasswordField({ label, hint, error, describedBy, ...rest }: PasswordFieldProps): ReactNode {
  const [shown, setShown] = useState(false);
  const hide = (): void => setShown(false);

  function onKey(event: KeyboardEvent): void {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    setShown(true);
  }

  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.box}>
          <input
            {...rest}
            {...control}
            aria-describedby={[control['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined}
            className={`${control.className} ${styles.input}`}
            type={shown ? 'text' : 'password'}
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className={styles.eye}
            aria-label="Mantín premut per a veure la contrasenya"
            aria-pressed={shown}
            onPointerDown={(event) => {
              // The finger may slide off the button before it is lifted.
              event.currentTarget.setPointerCapture(event.pointerId);
              setShown(true);
            }}
            onPointerUp={hide}
            onPointerCancel={hide}
            onLostPointerCapture={hide}
            onKeyDown={onKey}
            onKeyUp={hide}
            onBlur={hide}
            onContextMenu={(event) => event.preventDefault()}
          >
            <Icon size={22} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}

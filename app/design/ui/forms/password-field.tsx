import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';

import { Field, type FieldProps } from './field.tsx';
import styles from './password-field.module.css';

export interface PasswordFieldProps extends Pick<FieldProps, 'label' | 'hint' | 'error'>, Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  describedBy?: string;
}

export function PasswordField({ label, hint, error, describedBy, ...rest }: PasswordFieldProps): ReactNode {
  const [isVisible, setVisible] = useState(false);
  const hide = (): void => setVisible(false);

  function onKey(event: KeyboardEvent): void {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    setVisible(true);
  }

  const Icon = isVisible ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.box}>
          <input
            {...rest}
            {...control}
            aria-describedby={[control['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined}
            className={`${control.className} ${styles.input}`}
            type={isVisible ? 'text' : 'password'}
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className={styles.eye}
            aria-label="Mantín premut per a veure la contrasenya"
            aria-pressed={isVisible}
            onPointerDown={(event) => {
              // The finger may slide off the button before it is lifted.
              event.currentTarget.setPointerCapture(event.pointerId);
              setVisible(true);
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

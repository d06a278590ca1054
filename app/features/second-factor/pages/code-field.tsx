import { type ReactNode, useEffect, useRef } from 'react';

import { Field } from '#app/design/ui/forms/field.tsx';

interface CodeFieldProps {
  label: string;
  hint: string;
  error: string | null;
  /** False for recovery codes, which have letters. */
  onlyDigits?: boolean;
}

export function CodeField({ label, hint, error, onlyDigits = false }: CodeFieldProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error === null) return;
    field.current?.focus();
    field.current?.select();
  }, [error]);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input {...control} ref={field} name="code" required autoComplete="one-time-code" inputMode={onlyDigits ? 'numeric' : 'text'} autoCapitalize="characters" autoCorrect="off" spellCheck={false} maxLength={40} />
      )}
    </Field>
  );
}

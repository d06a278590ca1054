import type { ReactNode } from 'react';

import { Field } from '#app/design/ui/forms/field.tsx';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

interface CodeFieldProps {
  label: string;
  hint: string;
  error: string | null;
  /** False for recovery codes, which have letters. */
  onlyDigits?: boolean;
}

export function CodeField({ label, hint, error, onlyDigits = false }: CodeFieldProps): ReactNode {
  const field = useFocusWhen<HTMLInputElement>(error !== null, [error], (input) => {
    input.focus();
    input.select();
  });
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input {...control} ref={field} type="text" name="code" required autoComplete="one-time-code" inputMode={onlyDigits ? 'numeric' : 'text'} autoCapitalize="characters" autoCorrect="off" spellCheck={false} maxLength={40} />
      )}
    </Field>
  );
}

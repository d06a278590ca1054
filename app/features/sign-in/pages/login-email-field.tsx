import { type ReactNode, type RefObject, useState } from 'react';

import { loginEmailProblem } from '#app/domain/people/login-email.ts';
import { EmailField } from '#app/design/ui/forms/field.tsx';

interface LoginEmailFieldProps {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  refused: string | null;
}

/** Spec §5. */
export function LoginEmailField({ field, typed, refused }: LoginEmailFieldProps): ReactNode {
  const [live, setLive] = useState<{ problem: string | null; after: string | null } | null>(null);
  const problem = live !== null && live.after === refused ? live.problem : refused;
  return (
    <EmailField
      ref={field}
      label="Correu electrònic"
      autoComplete="username"
      defaultValue={typed}
      error={problem}
      onChange={({ target: { value } }) => setLive({ problem: value === '' ? null : loginEmailProblem(value.trim()), after: refused })}
    />
  );
}

import { type ReactNode, type RefObject, useState } from 'react';

import { loginEmailProblem } from '#app/domain/people/login-email.ts';
import { EmailField } from '#app/ui/forms/field.tsx';

export interface LoginEmailFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** What was typed before, when the page comes back from the server without scripts. */
  typed: string;
  /** The refusal of the last submit; typing on replaces it by what is wrong now. */
  refused: string | null;
}

/** An address with its rules, said while one types and on submit (spec §5). */
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

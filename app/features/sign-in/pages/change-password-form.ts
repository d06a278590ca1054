import { CHANGE_TEXTS, passwordProblem } from '#app/domain/people/password.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';

import type { PasswordFormProblem } from './password-form.ts';

const FIELDS = ['current', 'password', 'repeat'] as const;

/** Spec §5. */
export function changeFormProblem(form: FormData): PasswordFormProblem | null {
  const empty = FIELDS.find((field) => textOf(form, field) === '');
  if (empty !== undefined) return { field: empty, text: 'Per favor, omple tots els camps.' };
  const problem = passwordProblem(textOf(form, 'password'));
  if (problem !== null) return { field: 'password', text: CHANGE_TEXTS[problem] };
  const same = textOf(form, 'password') === textOf(form, 'repeat');
  return same ? null : { field: 'repeat', text: 'Les contrasenyes no coincideixen.' };
}

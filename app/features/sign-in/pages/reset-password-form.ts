import { passwordProblem, RESET_TEXTS } from '#app/domain/people/password.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';

import type { PasswordFormProblem } from './password-form.ts';

/** Spec §5. */
export function resetFormProblem(form: FormData): PasswordFormProblem | null {
  const password = textOf(form, 'password');
  const repeat = textOf(form, 'repeat');
  if (password === '' || repeat === '') return { field: password === '' ? 'password' : 'repeat', text: 'Per favor introduïx tots els camps' };
  const problem = passwordProblem(password);
  if (problem !== null) return { field: 'password', text: RESET_TEXTS[problem] };
  return password === repeat ? null : { field: 'repeat', text: 'Les contrasenyes no coincidixen' };
}

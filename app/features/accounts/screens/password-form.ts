/** Something to mend in a password form: at a field, or about the whole. */
export interface PasswordFormProblem {
  field: 'current' | 'password' | 'repeat' | null;
  text: string;
}

export type PasswordAnswer = { done: true } | { done: false; problem: PasswordFormProblem };

export function passwordOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The error of one field, and of no other. */
export function errorAt(field: PasswordFormProblem['field'], problem: PasswordFormProblem | null): string | null {
  return problem !== null && problem.field === field ? problem.text : null;
}

import { type FormEvent, type RefObject, useState } from 'react';

import { useFocusOnAnswer } from '#app/design/ui/feedback/focus-on-answer.ts';
import { useFocusOnWrongField } from '#app/design/ui/forms/focus-on-wrong-field.ts';

import type { PasswordAnswer, PasswordFormProblem } from './password-form.ts';

interface CheckedForm {
  form: RefObject<HTMLFormElement | null>;
  /** For a problem of no single field. */
  banner: RefObject<HTMLDivElement | null>;
  problem: PasswordFormProblem | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

export function useCheckedForm(check: (form: FormData) => PasswordFormProblem | null, answer: PasswordAnswer | undefined): CheckedForm {
  const banner = useFocusOnAnswer(answer);
  const [own, setOwn] = useState<{ problem: PasswordFormProblem | null; after: PasswordAnswer | undefined }>({ problem: null, after: answer });
  const refused = answer !== undefined && !answer.done ? answer.problem : null;
  const problem = own.after === answer && own.problem !== null ? own.problem : refused;
  const form = useFocusOnWrongField(problem);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    const found = check(new FormData(event.currentTarget));
    setOwn({ problem: found, after: answer });
    if (found !== null) event.preventDefault();
  }

  return { form, banner, problem, onSubmit };
}

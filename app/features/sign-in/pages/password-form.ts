import { data } from 'react-router';

import { withEveryFailureReported } from '#app/platform/client-state/lost-connection.ts';

export interface PasswordFormProblem {
  field: 'current' | 'password' | 'repeat' | null;
  text: string;
}

export interface PasswordRefusal {
  done: false;
  problem: PasswordFormProblem;
}

export type PasswordAnswer = { done: true } | PasswordRefusal;

export function errorAt(field: PasswordFormProblem['field'], problem: PasswordFormProblem | null): string | null {
  return problem !== null && problem.field === field ? problem.text : null;
}

export function refuse(status: number, problem: PasswordFormProblem): ReturnType<typeof data<PasswordRefusal>> {
  return data({ done: false, problem }, { status });
}

/** `unexpected`: the text (spec §8) for an answer that was not ours. */
export async function keepingPasswords<Answer>(ask: () => Promise<Answer>, unexpected: string): ReturnType<typeof withEveryFailureReported<Answer | PasswordRefusal>> {
  return withEveryFailureReported<Answer | PasswordRefusal>(ask, (lost) => ({ done: false, problem: { field: null, text: lost ?? unexpected } }));
}

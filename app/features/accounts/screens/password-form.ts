import { data } from 'react-router';

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

/** Where no answer comes, the form says `text` and keeps what was typed. */
export async function answerOr<Answer extends PasswordAnswer>(text: string, ask: () => Promise<Answer>): Promise<Answer | ReturnType<typeof refuse>> {
  try {
    return await ask();
  } catch {
    return refuse(503, { field: null, text });
  }
}

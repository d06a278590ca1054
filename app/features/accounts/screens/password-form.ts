import { data } from 'react-router';

/** Something to mend in a password form: at a field, or about the whole. */
export interface PasswordFormProblem {
  field: 'current' | 'password' | 'repeat' | null;
  text: string;
}

export interface PasswordRefusal {
  done: false;
  problem: PasswordFormProblem;
}

export type PasswordAnswer = { done: true } | PasswordRefusal;

/** The error of one field, and of no other. */
export function errorAt(field: PasswordFormProblem['field'], problem: PasswordFormProblem | null): string | null {
  return problem !== null && problem.field === field ? problem.text : null;
}

/** The answer of an action that changed nothing. */
export function refuse(status: number, problem: PasswordFormProblem): ReturnType<typeof data<PasswordRefusal>> {
  return data({ done: false, problem }, { status });
}

/** The server's answer; where there is none, or one that makes no sense, the form says `text` and, not read anew, keeps what was typed. */
export async function answerOr<Answer extends PasswordAnswer>(text: string, ask: () => Promise<Answer>): Promise<Answer | ReturnType<typeof refuse>> {
  try {
    return await ask();
  } catch {
    return refuse(503, { field: null, text });
  }
}

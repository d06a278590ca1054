import { data, isRouteErrorResponse } from 'react-router';

export const NO_CONNECTION = 'No hem pogut connectar. Torna-ho a provar quan tingues cobertura';

/** How Chromium, Firefox and Safari word the TypeError of a request or script without an answer. */
const NO_ANSWER = /failed to fetch|networkerror|load failed|error loading dynamically|importing a module script failed/i;

export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false;
  return NO_ANSWER.test(error.message) || (typeof document !== 'undefined' && !navigator.onLine);
}

const ANSWER_TIMEOUT_MS = 4_000;

export async function isServerThere(): Promise<boolean> {
  return fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).then(({ ok }) => ok, () => false);
}

export const NO_ANSWER_TO_BUTTON = "El servidor no ha pogut contestar. Torna-ho a provar d'ací a un moment";
const NO_ANSWER_OF_OURS = "El servidor no ha pogut contestar. El que has escrit continua ací: torna-ho a provar d'ací a un moment";

export function lostAnswerText(error: unknown): string | null {
  if (isLostConnection(error)) return NO_CONNECTION;
  if (isRouteErrorResponse(error)) return error.status >= 500 || error.status === 429 ? NO_ANSWER_OF_OURS : null;
  return error instanceof Error ? NO_ANSWER_OF_OURS : null;
}

/** The form stays as it is and says why. The 503 keeps the framework from loading the page anew. */
export async function withFormDraft<Answer>(ask: () => Promise<Answer>, otherwise: (problem: string) => Answer): Promise<Answer | ReturnType<typeof data<Answer>>> {
  try {
    return await ask();
  } catch (error) {
    const problem = lostAnswerText(error);
    if (problem === null) throw error;
    return data(otherwise(problem), { status: 503 });
  }
}

export async function withEveryFailureReported<Answer>(ask: () => Promise<Answer>, otherwise: (lost: string | null) => Answer): Promise<Answer | ReturnType<typeof data<Answer>>> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(otherwise(isLostConnection(error) ? NO_CONNECTION : null), { status: 503 });
  }
}

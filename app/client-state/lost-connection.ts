import { data } from 'react-router';

export const NO_CONNECTION = 'No hem pogut connectar. Torna-ho a provar quan tingues cobertura';

/** How Chromium, Firefox and Safari word the TypeError of a request or script without an answer. */
const NO_ANSWER = /failed to fetch|networkerror|load failed|error loading dynamically|importing a module script failed/i;

export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false;
  return NO_ANSWER.test(error.message) || (typeof document !== 'undefined' && !navigator.onLine);
}

/** The 503 keeps the framework from loading the page anew. */
export async function withOfflineFallback<Answer>(ask: () => Promise<Answer>, otherwise: Answer): Promise<Answer | ReturnType<typeof data<Answer>>> {
  try {
    return await ask();
  } catch (error) {
    if (isLostConnection(error)) return data(otherwise, { status: 503 });
    throw error;
  }
}

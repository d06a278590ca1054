import { data } from 'react-router';

/** Said by a form that could not be sent and keeps what was typed. */
export const NO_CONNECTION = 'No hem pogut connectar. Torna-ho a provar quan tingues cobertura';

/** How Chromium, Firefox and Safari name a call or a script that got no answer: all of them are a TypeError. */
const NO_ANSWER = /failed to fetch|networkerror|load failed|error loading dynamically|importing a module script failed/i;

export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false;
  return NO_ANSWER.test(error.message) || (typeof document !== 'undefined' && !navigator.onLine);
}

/**
 * The answer of a form's action; `otherwise` where the connection was lost on the way. Any other error is thrown on. By
 * its status the framework knows that nothing was done: it leaves the page as it stands and does not read it anew.
 */
export async function withOfflineFallback<Answer>(ask: () => Promise<Answer>, otherwise: Answer): Promise<Answer | ReturnType<typeof data<Answer>>> {
  try {
    return await ask();
  } catch (error) {
    if (isLostConnection(error)) return data(otherwise, { status: 503 });
    throw error;
  }
}

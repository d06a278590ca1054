import { isRouteErrorResponse } from 'react-router';

import { textOf } from '#app/ui/forms/form-text.ts';
import { isLostConnection } from '#app/ui/offline/lost-connection.ts';

const KEY = 'comboi-list';

/**
 * Sends a list. It waits in this tab, since a long one fits nowhere else, when nobody is signed in any more, and when its
 * import found no network: the field that it came from has gone by then.
 */
export async function sendOrKeepList<Answer>(request: Request, send: () => Promise<Answer>): Promise<Answer> {
  const sent = request.clone();
  try {
    return await send();
  } catch (error) {
    const form = await sent.formData();
    const isSignedOut = isRouteErrorResponse(error) && error.status === 401;
    if (isSignedOut || (isLostConnection(error) && form.get('intent') === 'import')) keep(await listIn(form));
    throw error;
  }
}

/** The list that waited, once. */
export function takeKeptList(): string | null {
  try {
    const list = window.sessionStorage.getItem(KEY);
    window.sessionStorage.removeItem(KEY);
    return list;
  } catch {
    return null;
  }
}

function keep(list: string): void {
  try {
    window.sessionStorage.setItem(KEY, list);
  } catch {
    // Storage is blocked or full: the file can be chosen again.
  }
}

/** A file of an old spreadsheet, which only the server can read, is chosen again. */
async function listIn(form: FormData): Promise<string> {
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return textOf(form, 'text');
  const text = await file.text();
  return text.includes('\uFFFD') ? '' : text;
}

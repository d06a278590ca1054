import { isRouteErrorResponse } from 'react-router';

import { draftForm, storeDraft } from '#app/design/admin-kit/form/draft-storage.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { isLostConnection } from '#app/platform/client-state/lost-connection.ts';

export const LIST_TOO_LONG = "La llista passa d'1 MB, i no cap d'una vegada. Partix-la en dues i importa primer l'una i després l'altra.";

/** Kept in this tab when the session has ended or the network fails: the form is gone by then. */
export async function sendOrKeepList<Answer>({ request, url }: { request: Request; url: URL }, send: () => Promise<Answer>): Promise<Answer> {
  const sent = request.clone();
  try {
    return await send();
  } catch (error) {
    const form = await sent.formData();
    const isRefused = isRouteErrorResponse(error) && (error.status === 401 || error.status === 403);
    if (isRefused || (isLostConnection(error) && form.get('intent') === 'import')) {
      const text = await listIn(form);
      if (text !== '') storeDraft(url.pathname, draftForm([['intent', 'preview'], ['text', text]]));
    }
    throw error;
  }
}

/** Only the server decodes other encodings, so such a file must be chosen again. */
async function listIn(form: FormData): Promise<string> {
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return textOf(form, 'text');
  const text = await file.text();
  return text.includes('\uFFFD') ? '' : text;
}

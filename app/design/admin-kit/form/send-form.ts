import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router';

import { lostAnswerText, NO_CONNECTION } from '#app/platform/client-state/lost-connection.ts';

import { hasRecipient, storeDraft } from './draft-storage.ts';
import type { FormReply } from './form-reply.ts';

type SentForm = Promise<FormReply | ReturnType<typeof data<FormReply>>>;

export async function sendForm(args: ClientActionFunctionArgs): SentForm {
  return send(args, (_form, lost) => lost);
}

export function sendFormOr(problemOf: (form: FormData) => string): (args: ClientActionFunctionArgs) => SentForm {
  return (args) => send(args, (form, lost) => (lost === NO_CONNECTION ? lost : problemOf(form)));
}

async function send({ request, url, serverAction }: ClientActionFunctionArgs, wordsFor: (form: FormData, lost: string) => string): SentForm {
  const sent = request.clone();
  try {
    return await serverAction<FormReply>();
  } catch (error) {
    const lost = lostAnswerText(error);
    if (lost !== null) return data({ intent: null, problem: wordsFor(await sent.formData(), lost) }, { status: 503 });
    if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 403)) {
      const form = await sent.formData();
      if (hasRecipient(form)) storeDraft(url.pathname + url.search, form);
    }
    throw error;
  }
}

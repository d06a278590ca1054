import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router';

import { isLostConnection, NO_CONNECTION } from '#app/client-state/lost-connection.ts';

import { keepDraft } from './draft-storage.ts';
import type { FormReply } from './form-reply.ts';

/** Without network the form stays as it is; where the session has ended its content waits in this tab. */
export async function sendForm({ request, serverAction }: ClientActionFunctionArgs): Promise<FormReply | ReturnType<typeof data<FormReply>>> {
  const sent = request.clone();
  try {
    return await serverAction<FormReply>();
  } catch (error) {
    if (isLostConnection(error)) return data({ intent: null, problem: NO_CONNECTION }, { status: 503 });
    if (isRouteErrorResponse(error) && error.status === 401) {
      const { pathname, search } = new URL(request.url);
      keepDraft(pathname + search, await sent.formData());
    }
    throw error;
  }
}

/** As `sendForm`; where our own part fails, the form stays as it is as well and says what went wrong. */
export function sendFormOr(problemOf: (form: FormData) => string): (args: ClientActionFunctionArgs) => ReturnType<typeof sendForm> {
  return async (args) => {
    const sent = args.request.clone();
    try {
      return await sendForm(args);
    } catch (error) {
      // What leads elsewhere, and what is refused, has its own page.
      if (error instanceof Response || isRouteErrorResponse(error)) throw error;
      return data({ intent: null, problem: problemOf(await sent.formData()) }, { status: 503 });
    }
  };
}

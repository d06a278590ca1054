import { redirect } from 'react-router';

import { requestContext } from '#app/http/request-context.server.ts';

import { signOut } from '../service.server.ts';
import type { Route } from './+types/logout.ts';

/** 'Tancar sessió' ends the session on the server and goes to the login (spec §2). */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { app } = context.get(requestContext);
  return redirect('/login', { status: 303, headers: await signOut(app, request.headers) });
}

/** A link can't end a session: only the form does. */
export function loader(): Response {
  return redirect('/', 302);
}

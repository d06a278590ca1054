import { redirect } from 'react-router';

import { loginBackTo } from '#app/domain/people/login-link.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { safePath } from '#app/platform/http/safe-redirect.ts';

import { signOut } from '../service.server.ts';
import type { Route } from './+types/logout.ts';

/** Spec §2. */
export async function action({ request, url, context }: Route.ActionArgs): Promise<Response> {
  const { deps, routes } = context.get(requestContext);
  const next = safePath(url.searchParams.get('next'), routes);
  return redirect(next === null ? '/login' : loginBackTo(next), { status: 303, headers: await signOut(deps, request.headers) });
}

export function loader(): Response {
  return redirect('/', 302);
}

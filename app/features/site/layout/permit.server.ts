import { data, type MiddlewareFunction } from 'react-router';

import { pageRefusal } from '#app/platform/http/guards/guards.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import type { RefusalData } from './refusal.ts';
import { sessionUserOf } from './session-user.ts';

/** Of either layout, before its loaders and actions. */
export function permit({ context, pattern, request }: Parameters<MiddlewareFunction>[0]): void {
  const { actor, deps, routes } = context.get(requestContext);
  const status = pageRefusal({ audience: routes.audienceOf(pattern), actor, request, demo: deps.env.demo });
  if (status !== null) throw data<RefusalData>({ sessionUser: sessionUserOf(actor) }, { status });
}

import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { data } from 'react-router';

import type { Actor } from '#app/domain/people/actor.ts';

import type { EdgeEnv } from '../edge.server.ts';
import { audienceOfPage, API_ROUTES } from './permissions.server.ts';
import { Refusal } from '../answers/refusal.server.ts';

declare const passed: unique symbol;

/** The id of an admin who stands before this very request: only the gates below make one. */
export type AdminId = string & { readonly [passed]: 'admin' };

/** Stands before every call: whoever the table does not let in is refused before anything behind it is asked. */
export const apiGuard: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const call = matchedRoutes(c).map(({ method, path }) => `${method} ${path}`).find((name) => Object.hasOwn(API_ROUTES, name));
  const audience = call === undefined ? null : API_ROUTES[call];
  if (audience === 'member_call' && c.get('actor').kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
  if (audience === 'admin_call') requireAdmin(c.get('actor'));
  await next();
};

/** Stands before every page: the status for whoever the table does not let in, null for everyone else. A page without a line is not there. */
export function pageRefusal({ pattern, actor, request }: { pattern: string; actor: Actor; request: Request }): number | null {
  const audience = audienceOfPage(pattern);
  if (audience === null) return 404;
  return audience === 'admin_page' && !isAdmin(actor) ? refusedStatus(actor, request) : null;
}

/** The gate of the API. A signed-out admin's repeated request is 401, everybody else is 403. */
export function requireAdmin(actor: Actor): AdminId {
  if (actor.kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
  if (!isAdmin(actor)) throw new Refusal('NOT_ADMIN');
  return actor.userId as AdminId;
}

/** The admin whose page it is. Whoever may not enter is shown 'Accés Denegat', whether the thing behind it exists or not. */
export function requireAdminPage(actor: Actor, request: Request): AdminId {
  if (!isAdmin(actor)) throw data(null, { status: refusedStatus(actor, request), headers: { 'Cache-Control': 'no-store' } });
  return actor.userId as AdminId;
}

/** What a page throws when its admin stopped being one between the gate and the deed. */
export function refuseAdminPage(): ReturnType<typeof data<null>> {
  return data(null, { status: 403, headers: { 'Cache-Control': 'no-store' } });
}

function refusedStatus(actor: Actor, request: Request): number {
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  return actor.kind === 'guest' && changes ? 401 : 403;
}

function isAdmin(actor: Actor): actor is Extract<Actor, { kind: 'user' }> {
  return actor.kind === 'user' && actor.role === 'admin';
}

import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { data } from 'react-router';

import type { Actor } from '#app/domain/people/actor.ts';
import type { Right } from '#app/domain/people/rights.ts';

import type { EdgeEnv } from '../edge.server.ts';
import { API_ROUTES, type Audience, audienceOfPage } from './permissions.server.ts';
import { Refusal } from '../answers/refusal.server.ts';

declare const passed: unique symbol;

/** The id of somebody who has the right at this very request: only the guards below make one. An admin's does for every right. */
export type Staff<R extends Right> = string & { readonly [passed]: { readonly [One in R extends 'admin' ? Right : R]: true } };
export type AdminId = Staff<'admin'>;

type User = Extract<Actor, { kind: 'user' }>;

/** Stands before every call: whoever the table does not let in is refused before anything behind it is asked. */
export const apiGuard: MiddlewareHandler<EdgeEnv> = async (c, next) => {
  const call = matchedRoutes(c).map(({ method, path }) => `${method} ${path}`).find((name) => Object.hasOwn(API_ROUTES, name));
  const audience = call === undefined ? null : API_ROUTES[call]!;
  const actor = c.get('actor');
  if (audience === 'member_call' && actor.kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
  if (audience === 'admin_call') requireRight(actor, 'admin');
  if (typeof audience === 'object' && audience !== null) requireRight(actor, audience.right);
  await next();
};

/** Stands before every page: the status for whoever the table does not let in, null for everyone else. A page without a line is not there. */
export function pageRefusal({ pattern, actor, request }: { pattern: string; actor: Actor; request: Request }): number | null {
  const audience = audienceOfPage(pattern);
  if (audience === null) return 404;
  return mayOpenPage(audience, actor) ? null : refusedStatus(actor, request);
}

function mayOpenPage(audience: Audience, actor: Actor): boolean {
  if (typeof audience === 'object') return hasRight(actor, audience.right);
  if (audience === 'admin_page') return hasRight(actor, 'admin');
  return audience !== 'staff_page' || isStaff(actor);
}

/** The guard of the API. A request repeated after leaving is 401, one of somebody without the right 403. */
export function requireRight<R extends Right>(actor: Actor, right: R): Staff<R> {
  if (actor.kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
  if (!hasRight(actor, right)) throw new Refusal(right === 'admin' ? 'NOT_ADMIN' : 'FORBIDDEN');
  return actor.userId as Staff<R>;
}

export function requireAdmin(actor: Actor): AdminId {
  return requireRight(actor, 'admin');
}

/** Whose page it is. Whoever may not enter is shown 'Accés Denegat', whether the thing behind it exists or not. */
export function requireRightOnPage<R extends Right>({ actor, request, right }: { actor: Actor; request: Request; right: R }): Staff<R> {
  if (!hasRight(actor, right)) throw accessDenied(refusedStatus(actor, request));
  return actor.userId as Staff<R>;
}

export function requireAdminPage(actor: Actor, request: Request): AdminId {
  return requireRightOnPage({ actor, request, right: 'admin' });
}

/** For what shows everybody of the staff their own part. */
export function requireStaffPage(actor: Actor, request: Request): User {
  if (!isStaff(actor)) throw accessDenied(refusedStatus(actor, request));
  return actor;
}

/** What a page throws when the right was lost between the guard and the action. */
export function refuseAdminPage(): ReturnType<typeof data<null>> {
  return accessDenied(403);
}

function accessDenied(status: number): ReturnType<typeof data<null>> {
  return data(null, { status, headers: { 'Cache-Control': 'no-store' } });
}

function refusedStatus(actor: Actor, request: Request): number {
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  return actor.kind === 'guest' && changes ? 401 : 403;
}

function hasRight(actor: Actor, right: Right): actor is User {
  return actor.kind === 'user' && actor.rights.includes(right);
}

function isStaff(actor: Actor): actor is User {
  return actor.kind === 'user' && actor.rights.length > 0;
}

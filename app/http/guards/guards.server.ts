import { data } from 'react-router';

import type { Actor } from '#app/domain/people/actor.ts';

import type { Audience } from '../page.ts';
import { Refusal } from '../answers/refusal.server.ts';

declare const passed: unique symbol;

/** The id of an admin who stands before this very request: only the gates below make one. */
export type AdminId = string & { readonly [passed]: 'admin' };

/** Stands before every call: throws for whoever the declaration does not let in. */
export function assertMayCall(actor: Actor, audience: Audience): void {
  if (audience === 'member' && actor.kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
  if (isForStaff(audience)) requireAdmin(actor);
}

/** Stands before every page: the status for whoever its declaration does not let in, null for everyone else. A page that nobody declared is not there. */
export function pageRefusal({ audience, actor, request }: { audience: Audience | null; actor: Actor; request: Request }): number | null {
  if (audience === null) return 404;
  return isForStaff(audience) && !isAdmin(actor) ? refusedStatus(actor, request) : null;
}

export function isForStaff(audience: Audience | null): boolean {
  return audience === 'staff' || (typeof audience === 'object' && audience !== null);
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

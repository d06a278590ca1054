import { data } from 'react-router';

import type { Actor } from '#app/domain/actor.ts';

import { Refusal } from './refusal.server.ts';

declare const passed: unique symbol;

/** The id of an admin who stands before this very request: only the gates below make one. */
export type AdminId = string & { readonly [passed]: 'admin' };

/** The gate of the API. A signed-out admin's repeated request is 401, everybody else is 403. */
export function requireAdmin(actor: Actor): AdminId {
  if (actor.kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
  if (actor.role !== 'admin') throw new Refusal('NOT_ADMIN');
  return actor.userId as AdminId;
}

/** The gate of pages: whoever may not enter is shown 'Accés Denegat', whether the thing behind it exists or not. */
export function requireAdminPage(actor: Actor, request: Request): AdminId {
  if (actor.kind === 'user' && actor.role === 'admin') return actor.userId as AdminId;
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  throw data(null, { status: actor.kind === 'guest' && changes ? 401 : 403, headers: { 'Cache-Control': 'no-store' } });
}

/** What a page throws when its admin stopped being one between the gate and the deed. */
export function refuseAdminPage(): ReturnType<typeof data<null>> {
  return data(null, { status: 403, headers: { 'Cache-Control': 'no-store' } });
}

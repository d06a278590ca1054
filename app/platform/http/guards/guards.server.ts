import { data } from 'react-router';

import type { Actor } from '#app/domain/people/actor.ts';
import type { Right } from '#app/domain/people/rights.ts';
import { hasShift, shiftEvents } from '#app/domain/shifts/standing.ts';

import type { Audience } from '../page.ts';
import { Refusal } from '../answers/refusal.server.ts';

declare const passed: unique symbol;

/** The id of somebody who has the right at this very request: only the guards below make one. An admin's does for every right. */
export type Staff<R extends Right> = string & { readonly [passed]: { readonly [One in R extends 'admin' ? Right : R]: true } };
export type AdminId = Staff<'admin'>;

declare const onShift: unique symbol;

/** The id of somebody with the right, or with a shift that gives it for one event: `asStaff` then asks for which. */
export type Hand<R extends ShiftedRight> = Staff<R> | (string & { readonly [onShift]: R });
export type ShiftedRight = 'door' | 'till';

/** Somebody with how far they reach: null is everywhere, by the right itself. */
export interface Reaching<R extends ShiftedRight> {
  staff: Hand<R>;
  reach: { eventIds: readonly number[]; drawers: readonly string[] } | null;
}

type User = Extract<Actor, { kind: 'user' }>;

/** Stands before every call: throws for whoever the declaration does not let in. */
export function assertMayCall(actor: Actor, { audience, refusedText }: { audience: Audience; refusedText?: string }): void {
  if (typeof audience === 'object' && actor.kind === 'guest') {
    if (audience.orPass === true && actor.pass !== undefined) return;
    if (audience.orEndedPass === true && actor.endedPass !== undefined) return;
  }
  if (opensByShift(actor, audience)) return;
  if (isForStaff(audience) && actor.kind === 'user' && actor.lacksSecondFactor) throw new Refusal('SECOND_FACTOR_NEEDED');
  if ((audience === 'member' || audience === 'staff') && actor.kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
  if (audience === 'staff' && !isStaff(actor)) throw new Refusal('FORBIDDEN');
  if (typeof audience !== 'object') return;
  if (refusedText !== undefined && actor.kind === 'user' && !hasRight(actor, audience.right)) throw new Refusal('FORBIDDEN', { message: refusedText });
  requireRight(actor, audience.right);
}

/** The status for whoever may not open the page, else null. A page that nobody declared is not found. */
export function pageRefusal({ audience, actor, request, demo }: { audience: Audience | null; actor: Actor; request: Request; demo: boolean }): number | null {
  if (audience === null || (audience === 'demo' && !demo)) return 404;
  const mayOpen = opensByShift(actor, audience) || (typeof audience === 'object' ? hasRight(actor, audience.right) : audience !== 'staff' || isStaff(actor));
  return mayOpen ? null : refusedStatus(actor, request);
}

export function isForStaff(audience: Audience | null): boolean {
  return audience === 'staff' || (typeof audience === 'object' && audience !== null);
}

/** The guard of the API. A request repeated after leaving is 401, one of somebody without the right 403. */
export function requireRight<R extends Right>(actor: Actor, right: R): Staff<R> {
  if (actor.kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
  if (!hasRight(actor, right)) throw new Refusal(right === 'admin' ? 'NOT_ADMIN' : 'FORBIDDEN');
  return actor.userId as Staff<R>;
}

/** Whoever has the right, or what this call opens to instead of it. */
export function requireHand<R extends ShiftedRight>(actor: Actor, audience: Audience & { right: R }): Hand<R> {
  return lacksRight(actor, audience.right) && opensByShift(actor, audience) ? (actor.userId as Hand<R>) : requireRight(actor, audience.right);
}

export function requireAdmin(actor: Actor): AdminId {
  return requireRight(actor, 'admin');
}

/** Whose page it is. Whoever may not enter is shown 'Accés Denegat', whether the thing behind it exists or not. */
export function requireRightOnPage<R extends Right>({ actor, request, right }: { actor: Actor; request: Request; right: R }): Staff<R> {
  if (!hasRight(actor, right)) throw accessDenied(refusedStatus(actor, request));
  return actor.userId as Staff<R>;
}

/** Also whoever has an open drawer of a shift that is over, where the page's declaration lets them in. */
export function requireHandOnPage<R extends ShiftedRight>({ actor, request, audience }: { actor: Actor; request: Request; audience: Audience & { right: R } }): Reaching<R> {
  const { right } = audience;
  if (lacksRight(actor, right) && opensByShift(actor, audience)) {
    return { staff: actor.userId as Hand<R>, reach: { eventIds: shiftEvents(actor.shift, right), drawers: actor.shift?.drawers ?? [] } };
  }
  return { staff: requireRightOnPage({ actor, request, right }), reach: null };
}

/** The frame of the staff's pages: also for whoever a shift lets on one of them. */
export function requireStaffOrShiftPage(actor: Actor, request: Request): User {
  if (actor.kind === 'user' && (actor.shift?.rights.length ?? 0) + (actor.shift?.drawers.length ?? 0) > 0) return actor;
  return requireStaffPage(actor, request);
}

export function requireStaffPage(actor: Actor, request: Request): User {
  if (!isStaff(actor)) throw accessDenied(refusedStatus(actor, request));
  return actor;
}

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

/** Signed in, and without it: what a shift may give. */
export function lacksRight(actor: Actor, right: Right): actor is User {
  return actor.kind === 'user' && !actor.rights.includes(right);
}

export function hasRight(actor: Actor, right: Right): actor is User {
  return actor.kind === 'user' && actor.rights.includes(right);
}

function opensByShift(actor: Actor, audience: Audience | null): boolean {
  if (typeof audience !== 'object' || audience === null || actor.kind !== 'user' || !actor.shift) return false;
  const { orShift, orOwnDrawer, orEndedShift, right } = audience;
  return (orShift === true && hasShift(actor.shift, right)) || (orOwnDrawer === true && actor.shift.drawers.length > 0) || (orEndedShift === true && actor.shift.handsIn.length > 0);
}

function isStaff(actor: Actor): actor is User {
  return actor.kind === 'user' && actor.rights.length > 0;
}

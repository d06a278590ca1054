import { createHash, timingSafeEqual } from 'node:crypto';

import type { Actor } from '#app/domain/people/actor.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { rightsOf } from '#app/domain/people/rights.ts';
import { shiftEvents } from '#app/domain/shifts/standing.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { lacksRight, requireRight } from '#app/platform/http/guards/guards.server.ts';
import { lockShiftEvents, selectAcceptedShifts } from '#app/platform/http/guards/shift-store.server.ts';
import { lockActiveRole, selectGrantedRights } from '#app/platform/http/guards/staff-store.server.ts';

import { lockOpenPass, lockOpenToken } from '../store.server.ts';

export interface Scanner {
  /** 'user:<id>' or 'pass:<id>' */
  id: string;
  ownId: string;
  name: string;
  eventIds: readonly number[] | null;
  isAdmin: boolean;
  /** Accounts may type numbers and search; a pass may not. */
  hasAccount: boolean;
  expiresAt: Date | null;
  /** By which a program scans, under its maker's name. */
  tokenId?: string;
  /** By a shift at the door of these events, not by the right. */
  isByShift?: true;
  /** An expired or ended pass, or a shift that is over, may only upload its scans. */
  hasEnded?: true;
}

export function scannerOf(actor: Actor): Scanner {
  if (actor.kind === 'guest' && actor.pass !== undefined) {
    const { id, name, eventIds, expiresAt = null } = actor.pass;
    return { id: `pass:${id}`, ownId: id, name, eventIds, isAdmin: false, hasAccount: false, expiresAt };
  }
  if (lacksRight(actor, 'door')) {
    const onShift = scannerByShift(actor);
    if (onShift !== null) return onShift;
  }
  const staff = requireRight(actor, 'door');
  if (actor.kind !== 'user') throw new Refusal('NOT_SIGNED_IN');
  if (actor.token !== undefined) {
    const { id, eventIds, expiresAt } = actor.token;
    return { id: `user:${staff}`, ownId: staff, name: actor.name, eventIds, isAdmin: false, hasAccount: false, tokenId: id, expiresAt };
  }
  return { id: `user:${staff}`, ownId: staff, name: actor.name, eventIds: null, isAdmin: actor.rights.includes('admin'), hasAccount: true, expiresAt: null };
}

/** The first right that ends closes a phone that decides without network. */
function scannerByShift({ userId, name, shift }: Extract<Actor, { kind: 'user' }>): Scanner | null {
  const eventIds = shiftEvents(shift, 'door');
  if (eventIds.length === 0) return null;
  const ends = shift?.rights.flatMap(({ right, until }) => (right === 'door' ? until.getTime() : [])) ?? [];
  return { id: `user:${userId}`, ownId: userId, name, eventIds, isAdmin: false, hasAccount: true, isByShift: true, expiresAt: new Date(Math.min(...ends)) };
}

/** Of somebody whose rights at the door are over for now. */
export async function hasShiftToCome({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<boolean> {
  if (actor.kind !== 'user') return false;
  const now = clock.now();
  const shifts = await selectAcceptedShifts(db.query, actor.userId, now);
  return shifts.some(({ right, ended, calledOff, hours }) => right === 'door' && !ended && !calledOff && hours.end > now.getTime());
}

export function handingIn(actor: Actor): Scanner {
  if (lacksRight(actor, 'door') && (actor.shift?.handsIn.length ?? 0) > 0) {
    const { userId, name, shift } = actor;
    return { id: `user:${userId}`, ownId: userId, name, eventIds: shift?.handsIn ?? [], isAdmin: false, hasAccount: true, isByShift: true, hasEnded: true, expiresAt: null };
  }
  if (actor.kind !== 'guest' || actor.endedPass === undefined) return scannerOf(actor);
  const { id, name, eventIds } = actor.endedPass;
  return { id: `pass:${id}`, ownId: id, name, eventIds, isAdmin: false, hasAccount: false, hasEnded: true, expiresAt: null };
}

export interface DoorRequest {
  scanner: Scanner;
  /** Null: any event of the scanner. */
  eventId: number | null;
  /** Whose tickets it is about: of the scanner's events the named one. Null: all. */
  eventIds: readonly number[] | null;
  device: string | null;
}

export function doorRequest<EventId extends number | null>(scanner: Scanner, { eventId, device }: { eventId: EventId; device: string | null }): DoorRequest & { eventId: EventId } {
  return { scanner, eventId, eventIds: eventsAtDoor(scanner, eventId), device };
}

function eventsAtDoor(scanner: Scanner, eventId: number | null): readonly number[] | null {
  if (eventId === null) return scanner.eventIds;
  return scanner.eventIds === null || scanner.eventIds.includes(eventId) ? [eventId] : [];
}

export function isAtDoorOf(actor: Actor, eventId: number): boolean {
  const { token } = actor;
  if (token !== undefined) return token.scopes.includes('door') && (token.eventIds === null || token.eventIds.includes(eventId));
  if (actor.kind === 'guest') return actor.pass?.eventIds.includes(eventId) === true;
  return actor.rights.includes('door') || shiftEvents(actor.shift, 'door').includes(eventId);
}

/** Locks the right: revoking it waits until the transaction ends. */
export async function assertStillAtDoor(tx: Tx, { ownId, hasAccount, hasEnded, tokenId, isByShift, eventIds }: Scanner, now: Date): Promise<void> {
  // Its scans are judged by when and how the pass ended.
  if (hasEnded) return;
  if (tokenId !== undefined && !(await lockOpenToken(tx, tokenId, now))) throw new Refusal('TOKEN_REFUSED');
  if (!hasAccount && tokenId === undefined) {
    if (!(await lockOpenPass(tx, ownId, now))) throw new Refusal('NOT_SIGNED_IN');
    return;
  }
  const role = await lockActiveRole(tx, ownId);
  if (role !== null && rightsOf(role, await selectGrantedRights(tx, ownId)).includes('door')) return;
  const open = role === null || !isByShift ? [] : await lockShiftEvents(tx, { userId: ownId, right: 'door', now });
  if (open.length === 0 || eventIds?.some((eventId) => !open.includes(eventId)) === true) throw new Refusal('FORBIDDEN');
}

const PROOFS = 'door scanner';

/** Identifies the scanner when another one uploads its scans; grants nothing. */
export function proofOf(deps: Pick<Deps, 'keys'>, { id }: Scanner): string {
  return `${id}.${deps.keys.sign(PROOFS, id)}`;
}

/** Null for a proof that the server did not issue. */
export function provedScanner(deps: Pick<Deps, 'keys'>, proof: string): string | null {
  const [, id, signature] = /^(.+)\.([\w-]+)$/.exec(proof) ?? [];
  if (id === undefined || signature === undefined) return null;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(signature), digest(deps.keys.sign(PROOFS, id))) ? id : null;
}

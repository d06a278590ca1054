import { createHash, timingSafeEqual } from 'node:crypto';

import type { Actor } from '#app/domain/people/actor.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { rightsOf } from '#app/domain/people/rights.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { requireRight } from '#app/platform/http/guards/guards.server.ts';
import { lockActiveRole, selectGrantedRights } from '#app/platform/http/guards/staff-store.server.ts';

import { lockOpenPass } from '../store.server.ts';

export interface Scanner {
  /** 'user:<id>' or 'pass:<id>' */
  id: string;
  ownId: string;
  name: string;
  eventIds: readonly number[] | null;
  isAdmin: boolean;
  /** Accounts may type numbers and search; a pass may not. */
  hasAccount: boolean;
  /** Of a pass; null for an account. */
  expiresAt: Date | null;
  /** A pass that ran out or was ended by hand: it hands in what it scanned, and nothing else. */
  hasEnded?: true;
}

export function scannerOf(actor: Actor): Scanner {
  if (actor.kind === 'guest' && actor.pass !== undefined) {
    const { id, name, eventIds, expiresAt = null } = actor.pass;
    return { id: `pass:${id}`, ownId: id, name, eventIds, isAdmin: false, hasAccount: false, expiresAt };
  }
  const staff = requireRight(actor, 'door');
  if (actor.kind !== 'user') throw new Refusal('NOT_SIGNED_IN');
  return { id: `user:${staff}`, ownId: staff, name: actor.name, eventIds: null, isAdmin: actor.rights.includes('admin'), hasAccount: true, expiresAt: null };
}

/** Who hands scans in: whoever may scan, or whose pass has ended since. */
export function handingIn(actor: Actor): Scanner {
  if (actor.kind !== 'guest' || actor.endedPass === undefined) return scannerOf(actor);
  const { id, name, eventIds } = actor.endedPass;
  return { id: `pass:${id}`, ownId: id, name, eventIds, isAdmin: false, hasAccount: false, hasEnded: true, expiresAt: null };
}

export function eventsAtDoor(scanner: Scanner, eventId: number | null): readonly number[] | null {
  if (eventId === null) return scanner.eventIds;
  return scanner.eventIds === null || scanner.eventIds.includes(eventId) ? [eventId] : [];
}

/** The right was there when the request came; taking it away waits until the transaction ends. */
export async function assertStillAtDoor(tx: Tx, { ownId, hasAccount, hasEnded }: Scanner, now: Date): Promise<void> {
  // What it hands in is judged by when and how it ended.
  if (hasEnded) return;
  if (!hasAccount) {
    if (!(await lockOpenPass(tx, ownId, now))) throw new Refusal('NOT_SIGNED_IN');
    return;
  }
  const role = await lockActiveRole(tx, ownId);
  if (role === null || !rightsOf(role, await selectGrantedRights(tx, ownId)).includes('door')) throw new Refusal('FORBIDDEN');
}

const PROOFS = 'door scanner';

/** Names whoever scanned, when another account or pass hands in the phone's queue; it opens nothing. */
export function proofOf(deps: Pick<Deps, 'keys'>, { id }: Scanner): string {
  return `${id}.${deps.keys.sign(PROOFS, id)}`;
}

/** The scanner's id; null for what the server never gave. */
export function provedScanner(deps: Pick<Deps, 'keys'>, proof: string): string | null {
  const [, id, signature] = /^(.+)\.([\w-]+)$/.exec(proof) ?? [];
  if (id === undefined || signature === undefined) return null;
  const [given, right] = [signature, deps.keys.sign(PROOFS, id)].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(given, right) ? id : null;
}

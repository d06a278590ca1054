import type { Actor } from '#app/domain/people/actor.ts';
import { Refusal } from '#app/http/answers/refusal.server.ts';
import { requireRight } from '#app/http/guards/guards.server.ts';

/** Who stands at the door. */
export interface Scanner {
  /** 'user:<id>' or 'pass:<id>', as scans are signed. */
  id: string;
  name: string;
  /** The events they may scan; null for all. */
  eventIds: readonly number[] | null;
  isAdmin: boolean;
  /** Accounts may type numbers and search; a pass may not. */
  hasAccount: boolean;
}

export function scannerOf(actor: Actor): Scanner {
  if (actor.kind === 'guest' && actor.pass !== undefined) {
    const { id, name, eventIds } = actor.pass;
    return { id: `pass:${id}`, name, eventIds, isAdmin: false, hasAccount: false };
  }
  const staff = requireRight(actor, 'door');
  if (actor.kind !== 'user') throw new Refusal('NOT_SIGNED_IN');
  return { id: `user:${staff}`, name: actor.name, eventIds: null, isAdmin: actor.rights.includes('admin'), hasAccount: true };
}

/** The events that this door is open for: the chosen one, where the scanner may scan it. */
export function eventsAtDoor(scanner: Scanner, eventId: number | null): readonly number[] | null {
  if (eventId === null) return scanner.eventIds;
  return scanner.eventIds === null || scanner.eventIds.includes(eventId) ? [eventId] : [];
}

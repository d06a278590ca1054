import type { Actor } from '#app/domain/people/actor.ts';
import { Refusal } from '#app/http/answers/refusal.server.ts';
import { requireRight } from '#app/http/guards/guards.server.ts';

export interface Scanner {
  /** 'user:<id>' or 'pass:<id>' */
  id: string;
  name: string;
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

export function eventsAtDoor(scanner: Scanner, eventId: number | null): readonly number[] | null {
  if (eventId === null) return scanner.eventIds;
  return scanner.eventIds === null || scanner.eventIds.includes(eventId) ? [eventId] : [];
}

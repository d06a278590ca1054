import { parseEventId } from '#app/domain/event/event-id.ts';
import type { Actor, ApiToken } from '#app/domain/people/actor.ts';
import type { Scope } from '#app/domain/programs/scopes.ts';

import { Refusal } from '../answers/refusal.server.ts';
import type { Audience } from '../page.ts';

/** What opens a call to a token. A call that declares none is opened by none, whatever the token's maker may do. */
export interface TokenAccess {
  /** All of them. */
  scopes: readonly [Scope, ...Scope[]];
  /**
   * How a token for chosen events is kept to them. `path`: the address names the event; `handler`: the handler asks `eventsOfToken`; `none`: the
   * call is of no event, and such a token does not open it.
   */
  event: 'path' | 'handler' | 'none';
}

interface ProtectedCall {
  audience: Audience;
  token?: TokenAccess;
}

/** A token is nobody, except on a call that it opens: there it has the right that the call asks for and no other. */
export function actorByToken(actor: Actor, call: ProtectedCall, eventText: string | undefined): Actor {
  if (actor.kind !== 'guest' || actor.token === undefined) return actor;
  const { audience } = call;
  if (audience !== 'member' && audience !== 'staff' && typeof audience !== 'object') return { kind: 'guest', visitor: null };
  if (call.token === undefined || typeof audience !== 'object') throw new Refusal('NOT_FOR_TOKENS');
  const { token } = actor;
  const missing = call.token.scopes.filter((scope) => !token.scopes.includes(scope));
  if (missing.length > 0) throw new Refusal('SCOPE_MISSING', { message: `A este token li falta: ${missing.join(', ')}` });
  assertEvent(token, call.token.event, eventText);
  return { kind: 'user', userId: token.makerId, role: 'public', rights: [audience.right], name: token.name, email: '', token };
}

function assertEvent(token: ApiToken, event: TokenAccess['event'], eventText: string | undefined): void {
  if (token.eventIds === null || event === 'handler') return;
  if (event === 'none') throw new Refusal('SCOPE_MISSING', { message: 'Este token només val per a uns actes, i això no és de cap' });
  const eventId = parseEventId(eventText ?? '');
  if (eventId !== null && !token.eventIds.includes(eventId)) throw new Refusal('EVENT_NOT_FOUND');
}

/** Those it is for; null: all. */
export function eventsOfToken(actor: Actor): readonly number[] | null {
  return actor.token?.eventIds ?? null;
}

/** Whether answers may say who somebody is, or hold what opens an order or a ticket. */
export function mayReadPeople(actor: Actor): boolean {
  return actor.token === undefined || actor.token.scopes.includes('people');
}

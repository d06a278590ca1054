import { isOneOf } from '../../record.ts';
import type { Actor } from '../actor.ts';

/**
 * What an action of the staff touches. Somebody's account; what somebody may do; money; what is kept of everybody; somebody else's tickets. The others ask
 * for nothing: what the site shows, what an event sells, what a running till, door or kitchen does all evening, a mail sent once more to
 * where it went.
 */
const SENSITIVE = ['person', 'right', 'money', 'everybody', 'tickets'] as const;
export type Touch = (typeof SENSITIVE)[number] | 'site' | 'event' | 'running' | 'mail';

/** Whether the password is asked for again before it. */
export function isSensitive(touch: Touch | undefined): boolean {
  return touch !== undefined && isOneOf(SENSITIVE, touch);
}

const PROOF_LIFE_MS = 15 * 60_000;

export const PASSWORD_PAGE = '/confirma-contrasenya';

export function passwordBefore(next: string): string {
  return `${PASSWORD_PAGE}?${new URLSearchParams({ next }).toString()}`;
}

export function isPasswordRecent(actor: Actor, now: Date): boolean {
  return actor.kind === 'user' && actor.provedAt != null && now.getTime() - actor.provedAt.getTime() < PROOF_LIFE_MS;
}

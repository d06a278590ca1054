import type { Actor } from '../actor.ts';

const PROOF_LIFE_MS = 15 * 60_000;

export const PASSWORD_PAGE = '/confirma-contrasenya';

export function passwordBefore(next: string): string {
  return `${PASSWORD_PAGE}?${new URLSearchParams({ next }).toString()}`;
}

export function isPasswordRecent(actor: Actor, now: Date): boolean {
  return actor.kind === 'user' && actor.provedAt != null && now.getTime() - actor.provedAt.getTime() < PROOF_LIFE_MS;
}

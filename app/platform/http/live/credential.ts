import type { Actor } from '#app/domain/people/actor.ts';

/** By which a reader of a stream was let in, and by which it is asked again whether they still may. */
export type Credential = `session ${string}` | `pass ${string}`;

export const sessionCredential = (token: string): Credential => `session ${token}`;
export const passCredential = (id: string): Credential => `pass ${id}`;

/** Of each kind its own part: tokens of sessions, ids of passes. */
export function readCredentials(credentials: Iterable<Credential>): { tokens: string[]; passIds: string[] } {
  const [tokens, passIds]: [string[], string[]] = [[], []];
  for (const credential of credentials) {
    const [kind, value = ''] = credential.split(' ');
    (kind === 'session' ? tokens : passIds).push(value);
  }
  return { tokens, passIds };
}

/** A credential that has ended is missing. */
export type ActorsNow = ReadonlyMap<Credential, Actor>;

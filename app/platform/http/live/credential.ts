import type { Actor } from '#app/domain/people/actor.ts';

/** By which a reader of a stream was let in, and by which it is asked again whether they still may. */
export type Credential = `session ${string}` | `pass ${string}` | `token ${string}`;

export const sessionCredential = (token: string): Credential => `session ${token}`;
export const tokenCredential = (id: string): Credential => `token ${id}`;
export const passCredential = (id: string): Credential => `pass ${id}`;

/** Of each kind its own part: tokens of sessions, ids of passes and of API tokens. */
export function readCredentials(credentials: Iterable<Credential>): { sessions: string[]; passes: string[]; tokens: string[] } {
  const read: Record<'session' | 'pass' | 'token', string[]> = { session: [], pass: [], token: [] };
  for (const credential of credentials) {
    const [kind, value = ''] = credential.split(' ');
    read[kind === 'session' || kind === 'pass' ? kind : 'token'].push(value);
  }
  return { sessions: read.session, passes: read.pass, tokens: read.token };
}

/** A credential that has ended is missing. */
export type ActorsNow = ReadonlyMap<Credential, Actor>;

import type { Actor } from '#app/domain/people/actor.ts';
import type { Role } from '#app/domain/people/roles.ts';

/** Who is signed in, as far as the frame shows it. */
export interface Person {
  name: string;
  role: Role;
}

export function personOf(actor: Actor): Person | null {
  return actor.kind === 'user' ? { name: actor.name, role: actor.role } : null;
}

import type { Actor } from '#app/domain/people/actor.ts';
import type { Right } from '#app/domain/people/rights.ts';
import type { Role } from '#app/domain/people/roles.ts';

export interface SessionUser {
  name: string;
  role: Role;
  rights: readonly Right[];
}

export function sessionUserOf(actor: Actor): SessionUser | null {
  return actor.kind === 'user' ? { name: actor.name, role: actor.role, rights: actor.rights } : null;
}

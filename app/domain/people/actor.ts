import type { Role } from './roles.ts';

/** Who is asking. Read anew at each request: a role taken away is gone on the next one. */
export type Actor =
  /** `visitor`: the value of the visitor cookie, which names one browser and nobody in particular. */
  { kind: 'guest'; visitor: string | null } | { kind: 'user'; userId: string; role: Role; name: string; email: string };

export function roleOf(actor: Actor): Role {
  return actor.kind === 'user' ? actor.role : 'public';
}

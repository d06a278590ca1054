import type { Right } from './rights.ts';
import type { Role } from './roles.ts';

export type Actor =
  /** `endedPass` opens nothing; it may still hand in what was scanned with it. */
  | { kind: 'guest'; visitor: string | null; pass?: EveningPass; endedPass?: EveningPass }
  /** `role` says what they pay and see, `rights` what they may do; `provedAt`, when this session's password was typed last; an admin who lacks the second factor that is asked of admins has no right. */
  | { kind: 'user'; userId: string; role: Role; rights: readonly Right[]; name: string; email: string; provedAt?: Date | null; lacksSecondFactor?: true };

/** Lets its bearer verify tickets of these events, and nothing else. */
export interface EveningPass {
  id: string;
  name: string;
  eventIds: readonly number[];
  expiresAt?: Date;
}

export function roleOf(actor: Actor): Role {
  return actor.kind === 'user' ? actor.role : 'public';
}

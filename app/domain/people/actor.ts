import type { Right } from './rights.ts';
import type { Role } from './roles.ts';

/** Who is asking. Read anew at each request: a role or right taken away is gone on the next one. */
export type Actor =
  /** `visitor`: the value of the visitor cookie, which names one browser and nobody in particular. */
  | { kind: 'guest'; visitor: string | null; pass?: EveningPass }
  /** `role` says what they pay and see, `rights` what they may do; `provedAt`, when this session's password was typed last; an admin who lacks the second factor that is asked of admins has no right. */
  | { kind: 'user'; userId: string; role: Role; rights: readonly Right[]; name: string; email: string; provedAt?: Date | null; lacksSecondFactor?: true };

/** Lets whoever carries it scan at the door for these events; for everything else they are the guest they are. */
export interface EveningPass {
  id: string;
  name: string;
  eventIds: readonly number[];
}

export function roleOf(actor: Actor): Role {
  return actor.kind === 'user' ? actor.role : 'public';
}

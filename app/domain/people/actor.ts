import type { ShiftStanding } from '../shifts/standing.ts';
import type { Right } from './rights.ts';
import type { Scope } from '../programs/scopes.ts';
import type { Role } from './roles.ts';

export type Actor =
  /** `endedPass` opens nothing; it may still hand in what was scanned with it. */
  | { kind: 'guest'; visitor: string | null; pass?: EveningPass; endedPass?: EveningPass; token?: ApiToken }
  /** `provedAt`: when this session's password was typed last. An admin without the second factor required of admins has no right. */
  | { kind: 'user'; userId: string; role: Role; rights: readonly Right[]; name: string; email: string; provedAt?: Date | null; lacksSecondFactor?: true; token?: ApiToken; shift?: ShiftStanding };

export interface EveningPass {
  id: string;
  name: string;
  eventIds: readonly number[];
  expiresAt?: Date;
}

/** By which a program asks. Of its maker it has the name in the audit, and nothing else. */
export interface ApiToken {
  id: string;
  name: string;
  makerId: string;
  scopes: readonly Scope[];
  /** Null: all. */
  eventIds: readonly number[] | null;
  expiresAt: Date | null;
}

export function roleOf(actor: Actor): Role {
  return actor.kind === 'user' ? actor.role : 'public';
}

import type { Generated } from 'kysely';

import type { GrantableRight } from '#app/domain/people/rights.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { DataRequestKind, DataRequestStatus } from '#app/domain/people/data-request.ts';

export interface PeopleTables {
  users: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    role: Role;
    banned: boolean;
    passwordHash: string | null;
    createdAt: Date;
    updatedAt: Date;
  };
  userRights: { userId: string; staffRight: GrantableRight };
  sessions: {
    id: string;
    userId: string;
    token: string;
    expiresAt: Date;
    userAgent: string | null;
    provedAt: Date | null;
    seenAt: Date | null;
    /** Its second factor has not been shown: it opens nothing yet. */
    awaitsCode: Generated<boolean>;
    createdAt: Date;
  };
  secondFactors: { userId: string; sealedSecret: string; confirmedAt: Date | null; lastStep: Generated<string>; createdAt: Date };
  passkeys: { id: string; userId: string; credentialId: string; publicKey: string; counter: string; name: string; createdAt: Date; usedAt: Date | null };
  passkeyChallenges: { id: string; challenge: string; purpose: 'add' | 'prove' | 'sign_in'; sessionToken: string | null; expiresAt: Date };
  secondFactorCodes: { codeHash: string; userId: string; usedAt: Date | null };
  signInLinks: { codeHash: string; email: string; browserHash: string; expiresAt: Date; createdAt: Date };
  myDataLinks: { tokenHash: string; email: string; openedAt: Date | null; expiresAt: Date; createdAt: Date };
  dataRequests: { id: string; email: string; kind: DataRequestKind; via: 'account' | 'link' | 'admin'; words: string | null; status: DataRequestStatus; requestedAt: Date; doneAt: Date | null; doneBy: string | null };
  recoveryCodes: { userId: string; codeHash: string; expiresAt: Date; createdAt: Date };
  /** `expire` in milliseconds since 1970. */
  limitedActs: { key: string; points: number; expire: string | null };
  calendarFeeds: { userId: string; token: string; createdAt: Date };
  ticketLinks: { tokenHash: string; email: string; openedAt: Date | null; expiresAt: Date; createdAt: Date };
}

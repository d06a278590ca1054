import type { Generated, JSONColumnType } from 'kysely';

type ReportedFacts = Record<string, string | number | null>;

export interface ProgramTables {
  apiTokens: {
    id: string;
    name: string;
    prefix: string;
    tokenHash: string;
    scopes: string[];
    eventIds: number[] | null;
    createdBy: string;
    createdAt: Date;
    expiresAt: Date | null;
    revokedAt: Generated<Date | null>;
    lastUsedAt: Generated<Date | null>;
  };
  webhooks: {
    id: string;
    url: string;
    events: string[];
    people: boolean;
    sealedSecret: string;
    createdBy: string | null;
    createdAt: Date;
    endedAt: Generated<Date | null>;
    failures: Generated<number>;
    failingSince: Generated<Date | null>;
    nextAttemptAt: Generated<Date | null>;
    leasedUntil: Generated<Date | null>;
  };
  /** `position` is a bigint. */
  webhookDeliveries: {
    id: string;
    position: Generated<string>;
    webhookId: string;
    type: string;
    subject: string;
    sequence: Generated<number | null>;
    happenedAt: Date;
    data: JSONColumnType<ReportedFacts>;
    attempts: Generated<number>;
    nextAttemptAt: Generated<Date | null>;
    triedSince: Generated<Date | null>;
    lastAttemptAt: Generated<Date | null>;
    answerStatus: Generated<number | null>;
    failure: Generated<string | null>;
    tookMs: Generated<number | null>;
    deliveredAt: Generated<Date | null>;
    givenUpAt: Generated<Date | null>;
    settledAt: Generated<Date | null>;
  };
  webhookSubjects: { webhookId: string; subject: string; sequence: number; toldAt: Date };
}

import type { ColumnType, Generated, JSONColumnType } from 'kysely';

import type { AlarmFacts, AlarmKind } from '#app/domain/operations/alarms.ts';
import type { DeliveryFailure } from '#app/domain/mail/delivery-failure.ts';
import type { EmailStatus } from '#app/domain/order/status.ts';

export type MailCause = 'sale' | 'resend' | 'refund' | 'event_changed' | 'event_withdrawn' | 'dish_changed' | 'lost_ticket' | 'account' | 'waiting_list' | 'announcement' | 'reminder' | 'tables' | 'shift' | 'alarm';

export interface OperationsTables {
  mails: {
    id: string;
    kind: string;
    cause: MailCause;
    orderId: string | null;
    announcementId: Generated<string | null>;
    recipient: string;
    detail: ColumnType<unknown, string | null | undefined, string | null>;
    status: EmailStatus;
    attempts: Generated<number>;
    nextAttemptAt: Date;
    leasedUntil: Date | null;
    failure: Generated<DeliveryFailure | null>;
    uncertainSendings: Generated<number>;
    lastError: string | null;
    createdAt: Date;
    sentAt: Date | null;
    triedSince: Date | null;
  };
  mailPace: { id: Generated<boolean>; nextAt: Date };
  audit: {
    id: Generated<string>;
    at: Date;
    actor: string;
    action: string;
    subject: string;
    subjectId: string;
    detail: ColumnType<unknown, string | undefined, string>;
  };
  auditChain: { position: string; auditId: string; hash: Buffer };
  jobRuns: { name: string; finishedAt: Date; tookMs: number; everyMs: number; failingSince: Date | null; error: string | null };
  alarms: { kind: AlarmKind; facts: JSONColumnType<AlarmFacts>; since: Date; seenAt: Date; toldAt: Date | null };
}

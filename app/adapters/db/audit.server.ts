import type { Query, Tx } from './database.server.ts';

export interface AuditEntry {
  at: Date;
  /** Who: a finder of payments, 'user:<id>', 'visitor'. */
  actor: string;
  /** What, as noun.verb: 'order.paid'. */
  action: string;
  subject: 'order' | 'ticket' | 'payment' | 'refund' | 'user';
  subjectId: string;
  detail?: Record<string, string | number | boolean | null>;
}

/** Every state change leaves a row, written in the change's own transaction. */
export async function writeAudit(tx: Tx | Query, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ ...entry, detail: JSON.stringify(entry.detail ?? {}) })
    .execute();
}

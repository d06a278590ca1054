import type { Query, Tx } from './database.server.ts';

/** A statement has room for 65,535 values. */
const ROWS_AT_ONCE = 1_000;

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
  await writeAudits(tx, [entry]);
}

/** The rows of a change to many things at once. */
export async function writeAudits(tx: Tx | Query, entries: readonly AuditEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
    const rows = entries.slice(start, start + ROWS_AT_ONCE);
    await tx
      .insertInto('audit')
      .values(rows.map((entry) => ({ ...entry, detail: JSON.stringify(entry.detail ?? {}) })))
      .execute();
  }
}

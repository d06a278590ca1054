import { sql } from 'kysely';

import type { Query, Tx } from './database.server.ts';

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const ROWS_AT_ONCE = 1_000;
const SEALED_AT_ONCE = 5_000;

export interface AuditEntry {
  at: Date;
  actor: string;
  action: string;
  subject: 'order' | 'ticket' | 'payment' | 'refund' | 'user' | 'event' | 'mail' | 'evening_pass' | 'news' | 'settings' | 'home_block' | 'award' | 'till' | 'booklet' | 'waiting_party' | 'api_token' | 'webhook' | 'data_request' | 'voucher' | 'shift';
  subjectId: string;
  /** No address and no name: these rows can't be erased. */
  detail?: Record<string, string | number | boolean | null>;
}

export async function writeAudit(tx: Tx | Query, entry: AuditEntry): Promise<void> {
  await writeAudits(tx, [entry]);
}

export async function writeAudits(tx: Tx | Query, entries: readonly AuditEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += ROWS_AT_ONCE) {
    const rows = entries.slice(start, start + ROWS_AT_ONCE);
    await tx
      .insertInto('audit')
      .values(rows.map((entry) => ({ ...entry, detail: JSON.stringify(entry.detail ?? {}) })))
      .execute();
  }
}

/** Any number of processes may call it at once: one seals, the others return. */
export async function sealAudit(query: Query): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ sealed: number }>`select seal_audit(${SEALED_AT_ONCE}) as sealed`.execute(query);
    if (rows[0]!.sealed < SEALED_AT_ONCE) return;
  }
}

export interface AuditSeal {
  position: number;
  hash: string;
}

export async function selectAuditHead(query: Query): Promise<AuditSeal | null> {
  const row = await query.selectFrom('auditChain').select(['position', 'hash']).orderBy('position', 'desc').limit(1).executeTakeFirst();
  return row ? sealOf(row) : null;
}

export async function selectAuditSeal(query: Query, position: number): Promise<AuditSeal | null> {
  const row = await query.selectFrom('auditChain').select(['position', 'hash']).where('position', '=', String(position)).executeTakeFirst();
  return row ? sealOf(row) : null;
}

function sealOf(row: { position: string; hash: Buffer }): AuditSeal {
  return { position: Number(row.position), hash: row.hash.toString('hex') };
}

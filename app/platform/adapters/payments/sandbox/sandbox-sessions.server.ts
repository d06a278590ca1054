import { sql } from 'kysely';

import { type Cents, cents } from '#app/domain/money.ts';
import { isStorableText } from '#app/domain/plain-text.ts';

import type { Query, Tx } from '../../db/database.server.ts';
import type { Clock } from '../../clock.server.ts';
import type { PaymentProvider, ProviderEvent, RefundSnapshot, SessionSnapshot } from '../payment-provider.server.ts';

export interface SandboxSessions {
  readSession(session: string, on?: Query | Tx): Promise<SandboxRow | undefined>;
  fetchSession(session: string): Promise<SessionSnapshot | null>;
  listSessions: PaymentProvider['listSessions'];
  listReversals: PaymentProvider['listReversals'];
  listEvents: PaymentProvider['listEvents'];
}

interface SandboxRow {
  id: string;
  reference: string;
  amount: number;
  currency: string;
  description: string;
  status: 'open' | 'complete' | 'expired';
  declinedCount: number;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

const READ_AT_ONCE = 100;

export function sandboxSessions({ query, clock }: { query: Query; clock: Clock }): SandboxSessions {
  async function readSession(session: string, on: Query | Tx = query): Promise<SandboxRow | undefined> {
    if (!isStorableText(session)) return undefined;
    return on.selectFrom('sandboxSessions').selectAll().where('id', '=', session).executeTakeFirst();
  }

  async function fetchSession(session: string): Promise<SessionSnapshot | null> {
    const row = await readSession(session);
    return row ? (await snapshotsOf(query, [row], clock.now()))[0]! : null;
  }

  async function* inBatches(ids: readonly string[]): AsyncGenerator<SessionSnapshot> {
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      const batch = ids.slice(from, from + READ_AT_ONCE);
      const rows = await query.selectFrom('sandboxSessions').selectAll().where('id', 'in', batch).execute();
      const snapshots = new Map((await snapshotsOf(query, rows, clock.now())).map((snapshot) => [snapshot.session, snapshot]));
      for (const id of batch) {
        const snapshot = snapshots.get(id);
        if (snapshot) yield snapshot;
      }
    }
  }

  async function* listSessions({ since }: { since: Date }): AsyncGenerator<SessionSnapshot> {
    const rows = await query.selectFrom('sandboxSessions').select('id').where('createdAt', '>=', since).orderBy('createdAt').execute();
    yield* inBatches(rows.map(({ id }) => id));
  }

  async function* listReversals({ since, except }: Parameters<PaymentProvider['listReversals']>[0]): AsyncGenerator<SessionSnapshot> {
    const rows = await query
      .selectFrom('sandboxRefunds')
      .innerJoin('sandboxCharges', 'sandboxCharges.id', 'sandboxRefunds.chargeId')
      .select('sandboxCharges.sessionId')
      .where('sandboxRefunds.createdAt', '>=', since)
      .distinct()
      .execute();
    yield* inBatches(rows.map(({ sessionId }) => sessionId).filter((session) => !except(session)));
  }

  async function listEvents({ since }: { since: Date }): Promise<ProviderEvent[]> {
    const rows = await query.selectFrom('sandboxEvents').select(['id', 'type', 'sessionId', 'createdAt']).where('createdAt', '>=', since).orderBy('createdAt').execute();
    return rows.map(({ id, type, sessionId, createdAt }) => ({ id, type, createdAt, session: sessionId, payment: null }));
  }

  return { readSession, fetchSession, listSessions, listReversals, listEvents };
}

async function snapshotsOf(query: Query, rows: readonly SandboxRow[], now: Date): Promise<SessionSnapshot[]> {
  const charges = await query
    .selectFrom('sandboxCharges')
    .select(['id', 'sessionId', 'amount', 'createdAt'])
    .where('sessionId', 'in', rows.map(({ id }) => id))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const refunds = Map.groupBy(charges.length === 0 ? [] : await readRefunds(query, charges.map(({ id }) => id)), ({ chargeId }) => chargeId);
  const chargesOf = Map.groupBy(charges, ({ sessionId }) => sessionId);
  return rows.map((row) => {
    const own = chargesOf.get(row.id) ?? [];
    return {
      session: row.id,
      state: own.length > 0 ? 'paid' : isExpired(row, now) ? 'expired' : 'open',
      payment: own.length > 0 ? row.id : null,
      orderId: row.reference,
      amount: cents(row.amount),
      currency: row.currency,
      charges: own.map((charge) => ({
        id: charge.id,
        amount: cents(charge.amount),
        paidAt: charge.createdAt,
        refunds: (refunds.get(charge.id) ?? []).map(({ chargeId: _chargeId, ...refund }) => refund),
        dispute: null,
      })),
      sale: null,
    };
  });
}

async function readRefunds(query: Query, charges: string[]): Promise<(RefundSnapshot & { chargeId: string })[]> {
  const rows = await query.selectFrom('sandboxRefunds').selectAll().where('chargeId', 'in', charges).orderBy('createdAt').execute();
  return rows.map((row) => ({
    id: row.id,
    chargeId: row.chargeId,
    key: row.idempotencyKey,
    amount: cents(row.amount),
    status: 'succeeded',
    createdAt: row.createdAt,
  }));
}

export function isExpired(row: { status: string; expiresAt: Date }, now: Date): boolean {
  return row.status === 'expired' || (row.status === 'open' && row.expiresAt <= now);
}

export interface NewSession {
  id: string;
  key: string;
  reference: string;
  amount: number;
  currency: string;
  description: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

export async function openSessions(query: Query, sessions: readonly NewSession[], now: Date): Promise<string[]> {
  const { rows: opened } = await sql<{ id: string; idempotencyKey: string }>`
    insert into sandbox_sessions (id, idempotency_key, reference, amount, currency, description, success_url, cancel_url, status, expires_at, created_at)
    select id, key, reference, amount, currency, description, "successUrl", "cancelUrl", 'open', "expiresAt", ${now}
    from jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb) as s (
      id text, key text, reference text, amount integer, currency text, description text, "successUrl" text, "cancelUrl" text, "expiresAt" timestamptz
    )
    on conflict (idempotency_key) do nothing
    returning id, idempotency_key`.execute(query);
  const ids = new Map(opened.map(({ id, idempotencyKey }) => [idempotencyKey, id]));
  const known = sessions.map(({ key }) => key).filter((key) => !ids.has(key));
  const rows = known.length === 0 ? [] : await query.selectFrom('sandboxSessions').select(['id', 'idempotencyKey']).where('idempotencyKey', 'in', known).execute();
  for (const { id, idempotencyKey } of rows) ids.set(idempotencyKey, id);
  return sessions.map(({ key }) => ids.get(key)!);
}

/** A session that was paid before anybody looked, for the demo's own past: no event tells of it. */
export async function payUnseen(tx: Tx, paid: { id: string; charge: string; key: string; orderId: string; amount: Cents; description: string; paidAt: Date }): Promise<SessionSnapshot> {
  const { id, charge, key, orderId, amount, description, paidAt } = paid;
  await tx
    .insertInto('sandboxSessions')
    .values({ id, idempotencyKey: key, reference: orderId, amount, currency: 'eur', description, successUrl: '', cancelUrl: '', status: 'complete', expiresAt: paidAt, createdAt: paidAt })
    .execute();
  await tx.insertInto('sandboxCharges').values({ id: charge, sessionId: id, amount, createdAt: paidAt }).execute();
  return { session: id, state: 'paid', payment: id, orderId, amount, currency: 'eur', charges: [{ id: charge, amount, paidAt, refunds: [], dispute: null }], sale: null };
}

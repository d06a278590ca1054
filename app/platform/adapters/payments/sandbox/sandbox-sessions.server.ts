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

export function sandboxSessions({ query, clock }: { query: Query; clock: Clock }): SandboxSessions {
  async function readSession(session: string, on: Query | Tx = query): Promise<SandboxRow | undefined> {
    if (!isStorableText(session)) return undefined;
    return on.selectFrom('sandboxSessions').selectAll().where('id', '=', session).executeTakeFirst();
  }

  async function fetchSession(session: string): Promise<SessionSnapshot | null> {
    const row = await readSession(session);
    if (!row) return null;
    const charges = await query
      .selectFrom('sandboxCharges')
      .select(['id', 'amount', 'createdAt'])
      .where('sessionId', '=', session)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    const refunds = charges.length === 0 ? [] : await readRefunds(charges.map((charge) => charge.id));
    return {
      session,
      state: charges.length > 0 ? 'paid' : isExpired(row, clock.now()) ? 'expired' : 'open',
      payment: charges.length > 0 ? session : null,
      orderId: row.reference,
      amount: cents(row.amount),
      currency: row.currency,
      charges: charges.map((charge) => ({
        id: charge.id,
        amount: cents(charge.amount),
        paidAt: charge.createdAt,
        refunds: refunds.filter((refund) => refund.chargeId === charge.id).map(({ chargeId: _chargeId, ...refund }) => refund),
        dispute: null,
      })),
      sale: null,
    };
  }

  async function readRefunds(charges: string[]): Promise<(RefundSnapshot & { chargeId: string })[]> {
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

  async function* listSessions({ since }: { since: Date }): AsyncGenerator<SessionSnapshot> {
    const rows = await query.selectFrom('sandboxSessions').select('id').where('createdAt', '>=', since).orderBy('createdAt').execute();
    for (const row of rows) {
      const snapshot = await fetchSession(row.id);
      if (snapshot) yield snapshot;
    }
  }

  async function* listReversals({ since, except }: Parameters<PaymentProvider['listReversals']>[0]): AsyncGenerator<SessionSnapshot> {
    const rows = await query
      .selectFrom('sandboxRefunds')
      .innerJoin('sandboxCharges', 'sandboxCharges.id', 'sandboxRefunds.chargeId')
      .select('sandboxCharges.sessionId')
      .where('sandboxRefunds.createdAt', '>=', since)
      .distinct()
      .execute();
    for (const { sessionId } of rows.filter((row) => !except(row.sessionId))) {
      const snapshot = await fetchSession(sessionId);
      if (snapshot) yield snapshot;
    }
  }

  async function listEvents({ since }: { since: Date }): Promise<ProviderEvent[]> {
    const rows = await query.selectFrom('sandboxEvents').select(['id', 'type', 'sessionId', 'createdAt']).where('createdAt', '>=', since).orderBy('createdAt').execute();
    return rows.map(({ id, type, sessionId, createdAt }) => ({ id, type, createdAt, session: sessionId, payment: null }));
  }

  return { readSession, fetchSession, listSessions, listReversals, listEvents };
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

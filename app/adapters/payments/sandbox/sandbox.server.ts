import { createHmac, timingSafeEqual } from 'node:crypto';

import { sql } from 'kysely';

import { createBatches } from '../../batches/batches.server.ts';
import type { Clock } from '../../clock.server.ts';
import { isDatabaseBusy, type Query, type Tx } from '../../db/database.server.ts';
import type { Ids } from '../../ids.server.ts';
import { cents } from '#app/domain/money.ts';
import { chargeLimitProblem } from '#app/domain/order/charge-limits.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { backoff } from '#app/domain/time/backoff.ts';
import type { Logger } from '../../log.server.ts';

import { CARD_SUMS, SessionRejected, type PaymentProvider, type ProviderEvent, type RefundSnapshot, type SessionSnapshot } from '../payment-provider.server.ts';

/** The demo's payment provider. Nothing else reads or writes its tables (`sandbox_*`). */
export interface Sandbox extends PaymentProvider {
  readonly name: 'sandbox';
  readPage(session: string): Promise<SandboxPage | null>;
  pay(session: string): Promise<void>;
  decline(session: string): Promise<void>;
  cancel(session: string): Promise<void>;
  deliverEvents(): Promise<void>;
}

export interface SandboxPage {
  session: string;
  description: string;
  amount: number;
  status: 'open' | 'complete' | 'expired';
  declinedCount: number;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

/** False, or an error: it must be sent again. */
export type Deliver = (delivery: { body: string; signature: string }) => Promise<boolean>;

type EventType = 'checkout.session.completed' | 'checkout.session.async_payment_succeeded' | 'checkout.session.expired';

const SIGNATURE_TOLERANCE_S = 300;
const RETRY_MS = { first: 2_000, longest: 10 * 60_000 };
const EVENTS_PER_ROUND = 20;
const OPENED_AT_ONCE = { maxItems: 100, maxMs: 100 };

export function createSandbox(parts: {
  query: Query;
  clock: Clock;
  ids: Ids;
  log: Logger;
  publicUrl: URL;
  webhookSecret: string;
  deliver: Deliver;
}): Sandbox {
  const { query, clock, ids, log } = parts;

  async function readSession(session: string, on: Query | Tx = query) {
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

  async function act(session: string, change: (tx: Tx, now: Date) => Promise<EventType | null>): Promise<void> {
    const now = clock.now();
    const happened = await query.transaction().execute(async (tx) => {
      await tx.selectFrom('sandboxSessions').select('id').where('id', '=', session).forUpdate().execute();
      const type = await change(tx, now);
      if (type) await tx.insertInto('sandboxEvents').values({ id: `evt_${ids.uuid()}`, type, sessionId: session, createdAt: now, nextAttemptAt: now }).execute();
      return type !== null;
    });
    if (happened) await deliverEvents();
  }

  async function deliverEvents(): Promise<void> {
    const due = await query
      .selectFrom('sandboxEvents')
      .select(['id', 'type', 'sessionId', 'attempts', 'createdAt'])
      .where('deliveredAt', 'is', null)
      .where('nextAttemptAt', '<=', clock.now())
      .orderBy('createdAt')
      .limit(EVENTS_PER_ROUND)
      .execute();
    for (const event of due) {
      await query
        .updateTable('sandboxEvents')
        .set({ attempts: event.attempts + 1, nextAttemptAt: new Date(clock.now().getTime() + backoff(event.attempts, RETRY_MS)) })
        .where('id', '=', event.id)
        .execute();
      if (await deliverOne(event)) {
        await query.updateTable('sandboxEvents').set({ deliveredAt: clock.now() }).where('id', '=', event.id).execute();
      }
    }
  }

  async function deliverOne(event: { id: string; type: string; sessionId: string; createdAt: Date }): Promise<boolean> {
    const body = JSON.stringify({
      id: event.id,
      object: 'event',
      type: event.type,
      created: Math.floor(event.createdAt.getTime() / 1000),
      livemode: false,
      data: { object: { id: event.sessionId, object: 'checkout.session' } },
    });
    try {
      return await parts.deliver({ body, signature: sign(body, clock.now(), parts.webhookSecret) });
    } catch (error) {
      log.warn({ err: error }, 'the sandbox could not deliver its webhook');
      return false;
    }
  }

  const open = createBatches<'', NewSession, string>({ ...OPENED_AT_ONCE, isEverybodys: isDatabaseBusy, run: async (_, sessions) => openSessions(query, sessions, clock.now()) });

  return {
    name: 'sandbox',
    chargeLimits: CARD_SUMS,
    fetchSession,
    listSessions,
    listReversals,
    listEvents,
    clockAheadMs: () => 0,
    deliverEvents,

    async fetchPayment() {
      return null;
    },

    async openSession(request) {
      const problem = chargeLimitProblem(request.amount, CARD_SUMS);
      if (problem !== null) throw new SessionRejected(`sandbox: ${problem}`);
      const session = await open('', {
        id: `sandbox_${ids.uuid()}`,
        key: request.key,
        reference: request.orderId,
        amount: request.amount,
        currency: request.currency,
        description: `${request.orderNumber} · ${request.eventTitle}`,
        successUrl: request.successUrl,
        cancelUrl: request.cancelUrl,
        expiresAt: request.expiresAt,
      });
      return { session, url: new URL(`/dev/pay/${session}`, parts.publicUrl).href };
    },

    async expireSession(session) {
      await query
        .updateTable('sandboxSessions')
        .set({ status: 'expired' })
        .where('id', '=', session)
        .where('status', '=', 'open')
        .execute();
      return fetchSession(session);
    },

    async refund(request) {
      const id = `refund_${ids.uuid()}`;
      await query
        .insertInto('sandboxRefunds')
        .values({ id, chargeId: request.charge, idempotencyKey: request.key, amount: request.amount, createdAt: clock.now() })
        .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
        .execute();
      const row = await query.selectFrom('sandboxRefunds').select('id').where('idempotencyKey', '=', request.key).executeTakeFirstOrThrow();
      return { status: 'succeeded', refund: row.id };
    },

    readEvent(rawBody, headers) {
      const signature = headers.get('stripe-signature') ?? '';
      if (!isSignedBy(rawBody, signature, { secret: parts.webhookSecret, now: clock.now() })) return null;
      return parseEvent(rawBody);
    },

    async readPage(session) {
      const row = await readSession(session);
      return row ? { ...row, session: row.id, status: isExpired(row, clock.now()) ? 'expired' : row.status } : null;
    },

    /** On an expired page the payment arrives late, as a slow bank's would. */
    async pay(session) {
      await act(session, async (tx, now) => {
        const row = await readSession(session, tx);
        if (!row || row.status === 'complete') return null;
        await tx.insertInto('sandboxCharges').values({ id: `charge_${ids.uuid()}`, sessionId: session, amount: row.amount, createdAt: now }).execute();
        await tx.updateTable('sandboxSessions').set({ status: 'complete' }).where('id', '=', session).execute();
        return isExpired(row, now) ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed';
      });
    },

    async decline(session) {
      await query
        .updateTable('sandboxSessions')
        .set((eb) => ({ declinedCount: eb('declinedCount', '+', 1) }))
        .where('id', '=', session)
        .where('status', '=', 'open')
        .execute();
    },

    async cancel(session) {
      await act(session, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('sandboxSessions')
          .set({ status: 'expired' })
          .where('id', '=', session)
          .where('status', '=', 'open')
          .executeTakeFirst();
        return numUpdatedRows > 0n ? 'checkout.session.expired' : null;
      });
    },
  };
}

interface NewSession {
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

/** A key that is known keeps its session. */
async function openSessions(query: Query, sessions: readonly NewSession[], now: Date): Promise<string[]> {
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

/** Stripe's form: the time, and an HMAC-SHA256 of time and raw body. */
export function sign(body: string, now: Date, secret: string): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${hmac(`${seconds}.${body}`, secret)}`;
}

function isSignedBy(body: string, header: string, key: { secret: string; now: Date }): boolean {
  const fields = new Map(header.split(',').map((field) => [field.slice(0, field.indexOf('=')).trim(), field.slice(field.indexOf('=') + 1)]));
  const seconds = Number(fields.get('t'));
  const given = Buffer.from(fields.get('v1') ?? '', 'hex');
  const expected = Buffer.from(hmac(`${fields.get('t')}.${body}`, key.secret), 'hex');
  if (!Number.isInteger(seconds) || Math.abs(key.now.getTime() / 1000 - seconds) > SIGNATURE_TOLERANCE_S) return false;
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parseEvent(rawBody: string): ProviderEvent | null {
  try {
    const event = JSON.parse(rawBody) as { id?: unknown; type?: unknown; created?: unknown; data?: { object?: { id?: unknown } } };
    if (typeof event.id !== 'string' || typeof event.type !== 'string') return null;
    const session = event.data?.object?.id;
    const createdAt = new Date(Number.isSafeInteger(event.created) ? Number(event.created) * 1000 : 0);
    return { id: event.id, type: event.type, createdAt, session: typeof session === 'string' ? session : null, payment: null };
  } catch {
    return null;
  }
}

function isExpired(row: { status: string; expiresAt: Date }, now: Date): boolean {
  return row.status === 'expired' || (row.status === 'open' && row.expiresAt <= now);
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

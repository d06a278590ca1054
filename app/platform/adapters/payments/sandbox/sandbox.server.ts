import { createBatches } from '../../batches/batches.server.ts';
import type { Clock } from '../../clock.server.ts';
import { isDatabaseBusy, type Query, type Tx } from '../../db/database.server.ts';
import type { Ids } from '../../ids.server.ts';
import { chargeLimitProblem } from '#app/domain/order/charge-limits.ts';
import type { Logger } from '../../log.server.ts';

import { CARD_SUMS, type OpenedSession, SessionRejected, type SessionRequest, type ProviderWithoutPace } from '../payment-provider.server.ts';
import { sandboxBalance } from './sandbox-balance.server.ts';
import { type Deliver, deliverDueEvents, isSignedBy, parseEvent } from './sandbox-events.server.ts';
import { isExpired, type NewSession, openSessions, sandboxSessions } from './sandbox-sessions.server.ts';

/** The demo's payment provider. Nothing else reads or writes its tables (`sandbox_*`). */
export interface Sandbox extends ProviderWithoutPace {
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

type EventType = 'checkout.session.completed' | 'checkout.session.async_payment_succeeded' | 'checkout.session.expired';

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
  const { query, clock, ids } = parts;
  const sessions = sandboxSessions(parts);
  const deliverEvents = (): Promise<void> => deliverDueEvents(parts);

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

  const open = createBatches<'', NewSession, string>({ ...OPENED_AT_ONCE, failsAll: isDatabaseBusy, run: async (_, opened) => openSessions(query, opened, clock.now()) });

  async function openSession(request: SessionRequest): Promise<OpenedSession> {
    const { key, orderId: reference, amount, currency, successUrl, cancelUrl, expiresAt } = request;
    const problem = chargeLimitProblem(amount, CARD_SUMS);
    if (problem !== null) throw new SessionRejected(`sandbox: ${problem}`);
    const description = `${request.orderNumber} · ${request.eventTitle}`;
    const session = await open('', { id: `sandbox_${ids.uuid()}`, key, reference, amount, currency, description, successUrl, cancelUrl, expiresAt });
    return { key, session, url: new URL(`/dev/pay/${session}`, parts.publicUrl).href };
  }

  return {
    name: 'sandbox',
    chargeLimits: CARD_SUMS,
    isPaced: false,
    isSilent: () => false,
    openSession,
    recoverSession: openSession,
    fetchSession: sessions.fetchSession,
    listSessions: sessions.listSessions,
    listReversals: sessions.listReversals,
    listEvents: sessions.listEvents,
    clockAheadMs: () => 0,
    deliverEvents,
    ...sandboxBalance(parts),

    async fetchPayment() {
      return null;
    },

    async expireSession(session) {
      await query
        .updateTable('sandboxSessions')
        .set({ status: 'expired' })
        .where('id', '=', session)
        .where('status', '=', 'open')
        .execute();
      return sessions.fetchSession(session);
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
      const row = await sessions.readSession(session);
      return row ? { ...row, session: row.id, status: isExpired(row, clock.now()) ? 'expired' : row.status } : null;
    },

    /** On an expired page the payment arrives late, as a slow bank's would. */
    async pay(session) {
      await act(session, async (tx, now) => {
        const row = await sessions.readSession(session, tx);
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

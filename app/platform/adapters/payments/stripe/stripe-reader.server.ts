import type { Stripe } from 'stripe';

import type { Logger } from '../../log.server.ts';
import { type PaymentProvider, PaymentUnavailable, type ProviderEvent, type SessionSnapshot, type UnreadSession } from '../payment-provider.server.ts';
import { EVENT_TYPES, eventOf } from './events.server.ts';
import { chargeOf, paymentOf, SESSION_PARTS, sessionSnapshot } from './snapshot.server.ts';
import { ask, orNoList, orNull, understood } from './stripe-client.server.ts';

export const PAGE_OF_LIST = 100;
const LIST_PARTS = SESSION_PARTS.map((part) => `data.${part}`);

export type StripeReader = Pick<PaymentProvider, 'fetchSession' | 'fetchPayment' | 'listSessions' | 'listReversals' | 'listEvents'>;

export function stripeReader(stripe: Stripe, log: Logger): StripeReader {
  async function fetchSession(session: string): Promise<SessionSnapshot | null> {
    if (!/^cs_\w+$/.test(session)) return null;
    const found = await ask(() => orNull(stripe.checkout.sessions.retrieve(session, { expand: SESSION_PARTS })));
    return found && snapshotOf(found);
  }

  async function snapshotOf(session: Stripe.Checkout.Session): Promise<SessionSnapshot> {
    const charge = chargeOf(session);
    if (charge === null) return sessionSnapshot(session);
    const about = { charge: charge.id, limit: PAGE_OF_LIST };
    // A charge says only that it is disputed, and lists its newest ten refunds.
    const disputes = charge.disputed ? (await ask(() => stripe.disputes.list(about))).data : [];
    const refunds = charge.refunds?.has_more === true ? (await ask(() => stripe.refunds.list(about))).data : undefined;
    return sessionSnapshot(session, { disputes, refunds });
  }

  async function readSession(session: Stripe.Checkout.Session): Promise<SessionSnapshot | UnreadSession> {
    try {
      return await snapshotOf(session);
    } catch (error) {
      if (error instanceof PaymentUnavailable) throw error;
      log.error({ err: error, session: session.id }, 'a checkout session could not be read at Stripe');
      return { session: session.id, state: 'unread', payment: paymentOf(session) };
    }
  }

  async function* sessionsOf(payments: ReadonlySet<string>): AsyncGenerator<SessionSnapshot | UnreadSession> {
    for (const payment of payments) {
      const { data } = await ask(() => orNoList(stripe.checkout.sessions.list({ payment_intent: payment, limit: 1, expand: LIST_PARTS })));
      if (data[0]) yield await readSession(data[0]);
    }
  }

  return {
    fetchSession,

    async fetchPayment(payment) {
      const { data } = await ask(() => orNoList(stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 })));
      return data[0] ? fetchSession(data[0].id) : null;
    },

    async *listSessions({ since }) {
      const sessions = stripe.checkout.sessions.list({ created: sinceOf(since), limit: PAGE_OF_LIST, expand: LIST_PARTS });
      try {
        for await (const session of sessions) yield await readSession(session);
      } catch (error) {
        throw understood(error);
      }
    },

    async *listReversals({ since, except }) {
      const payments = new Set<string>();
      const note = ({ payment_intent: payment }: Stripe.Refund | Stripe.Dispute): void => {
        if (typeof payment === 'string' && !except(payment)) payments.add(payment);
      };
      try {
        const filter = { created: sinceOf(since), limit: PAGE_OF_LIST };
        for await (const refund of stripe.refunds.list(filter)) note(refund);
        for await (const dispute of stripe.disputes.list(filter)) note(dispute);
      } catch (error) {
        throw understood(error);
      }
      yield* sessionsOf(payments);
    },

    async listEvents({ since }) {
      const found: ProviderEvent[] = [];
      try {
        for await (const event of stripe.events.list({ created: sinceOf(since), types: EVENT_TYPES, limit: PAGE_OF_LIST })) {
          const known = eventOf(event);
          if (known) found.push(known);
        }
      } catch (error) {
        throw understood(error);
      }
      return found.toReversed();
    },
  };
}

function sinceOf(since: Date): { gte: number } {
  return { gte: inSeconds(since) };
}

export function inSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

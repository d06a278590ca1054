import { Stripe } from 'stripe';

import type { Clock } from '../../clock.server.ts';
import type { Logger } from '../../log.server.ts';

import {
  CARD_SUMS,
  SessionRejected,
  ExpiryTooShort,
  type PaymentProvider,
  PaymentUnavailable,
  type ProviderEvent,
  type RefundOutcome,
  type SessionLine,
  type SessionRequest,
  type SessionSnapshot,
  type UnreadSession,
} from '../payment-provider.server.ts';
import { checkoutParams } from './checkout-params.server.ts';
import { EVENT_TYPES, eventOf, readStripeEvent } from './events.server.ts';
import { clockAhead, gatedClient, understood } from './gate.server.ts';
import { chargeOf, paymentOf, refundOutcome, SESSION_PARTS, sessionSnapshot } from './snapshot.server.ts';

/** What the shapes below were written for; another version is another file to check. */
const API_VERSION = '2026-10-28.endive';
/**
 * A buyer is told within ten seconds that nobody answers, also where one answer takes several calls; what is left of the
 * ten is for our own part of it, on a machine that is busy.
 */
const TIMEOUT_MS = 8_000;
/** Not on the list of languages of this API version; asked for all the same, once. */
const CATALAN = 'ca';
const BROWSERS_OWN = 'auto';
const PAGE_OF_LIST = 100;
/** How far back a session is looked for that was opened but never named to us. Stripe keeps keys for 24 hours. */
const KEY_LIFE_S = 24 * 3_600;
const LIST_PARTS = SESSION_PARTS.map((part) => `data.${part}`);
/** A repeated call has to say the same words: a difference that trembles by a second would be another one each time. */
const CLOCK_STEP_MS = 30_000;
/** Beyond this it is no clock that is slow but something else that is wrong. */
const MOST_CLOCK_DIFFERENCE_MS = 10 * 60_000;

export interface StripeOptions {
  secretKey: string;
  /** One, or two while one replaces the other. */
  webhookSecrets: readonly string[];
  /** Null: Stripe itself. */
  apiBase: URL | null;
  clock: Clock;
  log: Logger;
}

/** Stripe behind the port: hosted Checkout, the methods that the account has switched on, our own idempotency keys. */
export function createStripe(options: StripeOptions): PaymentProvider {
  const { clock } = options;
  let locale = CATALAN;
  let aheadMs: number | null = null;
  const livemode = /^[rs]k_live_/.test(options.secretKey);
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    // Repeats are ours: by the buyer, the jobs and the reconciler, under keys that were stored before.
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: gatedClient((heard) => {
      aheadMs = clockAhead(heard) ?? aheadMs;
    }, clock),
    ...(options.apiBase && addressOf(options.apiBase)),
  });

  async function fetchSession(session: string): Promise<SessionSnapshot | null> {
    if (!/^cs_\w+$/.test(session)) return null;
    const found = await ask(() => orNull(stripe.checkout.sessions.retrieve(session, { expand: SESSION_PARTS })));
    return found && snapshotOf(found);
  }

  async function snapshotOf(session: Stripe.Checkout.Session): Promise<SessionSnapshot> {
    const charge = chargeOf(session);
    if (charge === null) return sessionSnapshot(session);
    const about = { charge: charge.id, limit: PAGE_OF_LIST };
    // A charge says only that it is disputed; how it stands is said by the dispute. And it shows its newest ten refunds.
    const disputes = charge.disputed ? (await ask(() => stripe.disputes.list(about))).data : [];
    const refunds = charge.refunds?.has_more === true ? (await ask(() => stripe.refunds.list(about))).data : undefined;
    return sessionSnapshot(session, { disputes, refunds });
  }

  /** Sends a call that changes something; where the key is spent and nothing came of it, another is made from ours. */
  async function send<Result>(key: string, call: (key: string) => Promise<Result>, find: () => Promise<Result | null>): Promise<Result> {
    try {
      return await call(key);
    } catch (error) {
      if (isKeptFailure(error) || isForOtherWords(error)) return (await find()) ?? (await call(`${key}:again`));
      throw error;
    }
  }

  /** What Stripe refuses is left out from then on, under another key too: it may keep the refusal under this one, or no trace of it. */
  async function createSession(request: SessionRequest, lines: readonly SessionLine[], idempotencyKey: string): Promise<Stripe.Checkout.Session> {
    const tried = { locale, correctionMs: clockCorrectionMs(aheadMs) };
    const expiresAt = new Date(request.expiresAt.getTime() + tried.correctionMs);
    try {
      return await stripe.checkout.sessions.create(checkoutParams({ ...request, expiresAt }, lines, tried.locale), { idempotencyKey });
    } catch (error) {
      if (isRefused(error, 'customer_email') && request.email !== null) {
        request.email = null;
        return createSession(request, lines, idempotencyKey);
      }
      // The refusal itself has told us what Stripe's time is.
      if (isRefused(error, 'expires_at') && clockCorrectionMs(aheadMs) > tried.correctionMs) return createSession(request, lines, idempotencyKey);
      if (tried.locale === BROWSERS_OWN || !isRefused(error, 'locale')) throw error;
      if (locale !== BROWSERS_OWN) options.log.warn('Stripe shows no pages in Catalan: they come in the language of the browser');
      locale = BROWSERS_OWN;
      return createSession(request, lines, idempotencyKey);
    }
  }

  async function readSession(session: Stripe.Checkout.Session): Promise<SessionSnapshot | UnreadSession> {
    try {
      return await snapshotOf(session);
    } catch (error) {
      if (error instanceof PaymentUnavailable) throw error;
      options.log.error({ err: error, session: session.id }, 'a checkout session could not be read at Stripe');
      return { session: session.id, state: 'unread', payment: paymentOf(session) };
    }
  }

  async function findOpened(key: string): Promise<Stripe.Checkout.Session | null> {
    for await (const session of stripe.checkout.sessions.list({ created: { gte: nowInSeconds() - KEY_LIFE_S }, limit: PAGE_OF_LIST })) {
      if (session.metadata?.['key'] === key) return session;
    }
    return null;
  }

  async function findRefund(charge: string, key: string): Promise<Stripe.Refund | null> {
    for await (const refund of stripe.refunds.list({ charge, limit: PAGE_OF_LIST })) {
      if (refund.metadata?.['key'] === key) return refund;
    }
    return null;
  }

  function nowInSeconds(): number {
    return Math.floor(clock.now().getTime() / 1000);
  }

  async function* sessionsOf(payments: ReadonlySet<string>): AsyncGenerator<SessionSnapshot | UnreadSession> {
    for (const payment of payments) {
      const { data } = await ask(() => orNoList(stripe.checkout.sessions.list({ payment_intent: payment, limit: 1, expand: LIST_PARTS })));
      if (data[0]) yield await readSession(data[0]);
    }
  }

  return {
    name: 'stripe',
    chargeLimits: CARD_SUMS,
    fetchSession,
    clockAheadMs: () => aheadMs,

    async openSession(request) {
      const lines = await request.lines();
      const own: SessionRequest = { ...request };
      const session = await ask(() =>
        send(
          request.key,
          (key) => createSession(own, lines, key),
          () => findOpened(request.key),
        ),
      ).catch(sessionRejected);
      return { session: session.id, url: session.url };
    },

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

    async *listMoneyBack({ since, except }) {
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
          const told = eventOf(event);
          if (told) found.push(told);
        }
      } catch (error) {
        throw understood(error);
      }
      return found.toReversed();
    },

    async expireSession(session) {
      if (!/^cs_\w+$/.test(session)) return null;
      const closed = await ask(() => orNull(stripe.checkout.sessions.expire(session), isNotOpenAnyMore));
      return closed?.status === 'expired' && closed.payment_intent === null ? sessionSnapshot(closed) : fetchSession(session);
    },

    async refund({ charge, amount, key, isRetry }): Promise<RefundOutcome> {
      const find = (): Promise<Stripe.Refund | null> => findRefund(charge, key);
      try {
        const done = isRetry ? await ask(find) : null;
        const refund = done ?? (await send(key, (idempotencyKey) => stripe.refunds.create({ charge, amount, metadata: { key } }, { idempotencyKey }), find));
        return refundOutcome(refund);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw understood(error);
        // Refused because it is done already, or for a reason that repeating does not change: then a person decides.
        const ours = await ask(find);
        return ours ? refundOutcome(ours) : { status: 'failed', refund: null, reason: error.code ?? 'refused' };
      }
    },

    readEvent(rawBody, headers) {
      return readStripeEvent(stripe, rawBody, { headers, secrets: options.webhookSecrets, now: clock.now(), livemode });
    },
  };
}

function addressOf(base: URL): { host: string; port: string; protocol: 'http' | 'https' } {
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return { host: base.hostname, port: base.port || (protocol === 'http' ? '80' : '443'), protocol };
}

async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await inTime(call());
  } catch (error) {
    throw understood(error);
  }
}

/** What comes too late is not lost: the same key finds it. */
async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new PaymentUnavailable('Stripe: no answer in time')), TIMEOUT_MS);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

async function orNull<Result>(call: Promise<Result>, isNothing: (error: unknown) => boolean = () => false): Promise<Result | null> {
  return call.catch((error: unknown) => {
    if (isMissing(error) || isNothing(error)) return null;
    throw error;
  });
}

/** A list about something that Stripe has never heard of is empty. */
async function orNoList<Item>(list: Promise<Stripe.ApiList<Item>>): Promise<Pick<Stripe.ApiList<Item>, 'data'>> {
  const isUnknown = (error: unknown): boolean => isRefused(error, 'payment_intent') || (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404);
  return (await orNull(list, isUnknown)) ?? { data: [] };
}

function sinceOf(since: Date): { gte: number } {
  return { gte: Math.floor(since.getTime() / 1000) };
}

function clockCorrectionMs(aheadMs: number | null): number {
  if (aheadMs === null || Math.abs(aheadMs) > MOST_CLOCK_DIFFERENCE_MS) return 0;
  return Math.round(aheadMs / CLOCK_STEP_MS) * CLOCK_STEP_MS;
}

/** What Stripe says of the parameters may repeat an address, and is left out. */
function sessionRejected(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  const Refusal = isRefused(error, 'expires_at') ? ExpiryTooShort : SessionRejected;
  throw new Refusal(`Stripe: ${[error.code, error.param].filter(Boolean).join(' ')}`);
}

function isRefused(error: unknown, param: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.param === param;
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Paid, being paid, or expired already: what is true is read afterwards. */
function isNotOpenAnyMore(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;
}

/** The key was used before, and what it was used with has changed since (an event was renamed). */
function isForOtherWords(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;
}

/** Stripe answers a repeated key as it did the first time, a 500 too. */
function isKeptFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
}

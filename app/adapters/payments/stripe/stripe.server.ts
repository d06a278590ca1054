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
import { clockAhead, guardedClient, understood } from './guarded-client.server.ts';
import { chargeOf, paymentOf, refundOutcome, SESSION_PARTS, sessionSnapshot } from './snapshot.server.ts';

/** The parameters and answers below are those of this version. */
const API_VERSION = '2026-10-28.endive';
/** A buyer is answered within ten seconds, also where it takes several calls to Stripe. */
const TIMEOUT_MS = 8_000;
/** Not among this API version's languages; asked for once all the same. */
const CATALAN = 'ca';
const BROWSERS_OWN = 'auto';
const PAGE_OF_LIST = 100;
/** How long Stripe keeps keys. */
const KEY_LIFE_S = 24 * 3_600;
const LIST_PARTS = SESSION_PARTS.map((part) => `data.${part}`);
/** Repeated calls must carry the same parameters, so the correction moves in steps. */
const CLOCK_STEP_MS = 30_000;
/** Beyond this something else than a slow clock is wrong. */
const MOST_CLOCK_DIFFERENCE_MS = 10 * 60_000;

export interface StripeOptions {
  secretKey: string;
  /** Two while one replaces the other. */
  webhookSecrets: readonly string[];
  apiBase: URL | null;
  clock: Clock;
  log: Logger;
}

export function createStripe(options: StripeOptions): PaymentProvider {
  const { clock } = options;
  let locale = CATALAN;
  let aheadMs: number | null = null;
  const livemode = /^[rs]k_live_/.test(options.secretKey);
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    // Our callers repeat calls themselves, under stored keys.
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: guardedClient((heard) => {
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
    // A charge says only that it is disputed, and lists its newest ten refunds.
    const disputes = charge.disputed ? (await ask(() => stripe.disputes.list(about))).data : [];
    const refunds = charge.refunds?.has_more === true ? (await ask(() => stripe.refunds.list(about))).data : undefined;
    return sessionSnapshot(session, { disputes, refunds });
  }

  /** `find` looks for what may exist already where the key is spent. */
  async function send<Result>(key: string, call: (key: string) => Promise<Result>, find: () => Promise<Result | null>): Promise<Result> {
    try {
      return await call(key);
    } catch (error) {
      if (isKeptFailure(error) || isForOtherWords(error)) return (await find()) ?? (await call(`${key}:again`));
      throw error;
    }
  }

  /** The next try needs another key: Stripe may keep the refusal under this one. */
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
        // Refused because it is done already, or for a reason that a person must judge.
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

/** A late answer is not lost: the same key finds it. */
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

/** Stripe's message may repeat an address. */
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

function isNotOpenAnyMore(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;
}

/** The parameters have changed since the key was used (an event was renamed). */
function isForOtherWords(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;
}

/** Stripe replays a stored 500 too. */
function isKeptFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
}

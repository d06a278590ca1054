import { Stripe } from 'stripe';

import type { Clock } from '../../clock.server.ts';
import type { Logger } from '../../log.server.ts';

import { CARD_SUMS, ExpiryTooShort, type SessionContents, SessionRejected, type SessionRequest, type ProviderWithoutPace } from '../payment-provider.server.ts';
import { checkoutParams } from './checkout-params.server.ts';
import { readStripeEvent } from './events.server.ts';
import { refundOutcome, sessionSnapshot } from './snapshot.server.ts';
import { stripeBalance } from './stripe-balance.server.ts';
import { ask, clockAhead, guardedClient, isForOtherWords, isNotOpenAnyMore, isParamRefused, isReplayedFailure, orNull, TIMEOUT_MS, understood } from './stripe-client.server.ts';
import { PAGE_OF_LIST, stripeReader } from './stripe-reader.server.ts';

/** The parameters and answers below are those of this version. */
const API_VERSION = '2026-10-28.endive';
/** Not among this API version's languages; asked for once all the same. */
const CATALAN = 'ca';
const BROWSERS_OWN = 'auto';
const KEY_LIFE_S = 24 * 3_600;
/** Repeated calls must carry the same parameters, so the correction moves in steps. */
const CLOCK_STEP_MS = 30_000;
const MOST_CLOCK_DIFFERENCE_MS = 10 * 60_000;

export interface StripeOptions {
  secretKey: string;
  /** Two while one replaces the other. */
  webhookSecrets: readonly string[];
  apiBase: URL | null;
  clock: Clock;
  log: Logger;
}

export function createStripe(options: StripeOptions): ProviderWithoutPace {
  const { clock, log } = options;
  let aheadMs: number | null = null;
  const livemode = /^[rs]k_live_/.test(options.secretKey);
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    // Our callers repeat calls themselves, under stored keys.
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: guardedClient((observed) => {
      aheadMs = clockAhead(observed) ?? aheadMs;
    }, clock),
    ...(options.apiBase && addressOf(options.apiBase)),
  });
  const reader = stripeReader(stripe, log);
  const openSession = stripeSessions(stripe, { clock, log, aheadMs: () => aheadMs });

  return {
    name: 'stripe',
    chargeLimits: CARD_SUMS,
    isPaced: false,
    isSilent: () => false,
    ...reader,
    ...stripeBalance(stripe),
    clockAheadMs: () => aheadMs,

    openSession,
    recoverSession: openSession,

    async expireSession(session) {
      if (!/^cs_\w+$/.test(session)) return null;
      const closed = await ask(() => orNull(stripe.checkout.sessions.expire(session), isNotOpenAnyMore));
      return closed?.status === 'expired' && closed.payment_intent === null ? sessionSnapshot(closed) : reader.fetchSession(session);
    },

    refund: stripeRefunds(stripe),

    readEvent(rawBody, headers) {
      return readStripeEvent(stripe, rawBody, { headers, secrets: options.webhookSecrets, now: clock.now(), livemode });
    },
  };
}

function stripeSessions(stripe: Stripe, { clock, log, aheadMs }: Pick<StripeOptions, 'clock' | 'log'> & { aheadMs: () => number | null }): ProviderWithoutPace['openSession'] {
  let locale = CATALAN;

  /** The next try needs another key: Stripe may keep the refusal under this one. */
  async function createSession(request: SessionRequest, contents: SessionContents, idempotencyKey: string): Promise<Stripe.Checkout.Session> {
    const tried = { locale, correctionMs: clockCorrectionMs(aheadMs()) };
    const expiresAt = new Date(request.expiresAt.getTime() + tried.correctionMs);
    try {
      return await stripe.checkout.sessions.create(checkoutParams({ ...request, expiresAt }, contents, tried.locale), { idempotencyKey });
    } catch (error) {
      if (isParamRefused(error, 'customer_email') && request.email !== null) {
        request.email = null;
        return createSession(request, contents, idempotencyKey);
      }
      if (isParamRefused(error, 'expires_at') && clockCorrectionMs(aheadMs()) > tried.correctionMs) return createSession(request, contents, idempotencyKey);
      if (tried.locale === BROWSERS_OWN || !isParamRefused(error, 'locale')) throw error;
      if (locale !== BROWSERS_OWN) log.warn('Stripe shows no pages in Catalan: they come in the language of the browser');
      locale = BROWSERS_OWN;
      return createSession(request, contents, idempotencyKey);
    }
  }

  async function findOpened(key: string): Promise<Stripe.Checkout.Session | null> {
    const since = Math.floor(clock.now().getTime() / 1000) - KEY_LIFE_S;
    for await (const session of stripe.checkout.sessions.list({ created: { gte: since }, limit: PAGE_OF_LIST })) {
      if (session.metadata?.['key'] === key) return session;
    }
    return null;
  }

  return async (request) => {
    const { key } = request;
    const contents = await request.contents();
    const own: SessionRequest = { ...request };
    const session = await ask(() => send(key, (sent) => createSession(own, contents, sent), () => findOpened(key))).catch(sessionRejected);
    return { key, session: session.id, url: session.url };
  };
}

function stripeRefunds(stripe: Stripe): ProviderWithoutPace['refund'] {
  async function findRefund(charge: string, key: string): Promise<Stripe.Refund | null> {
    for await (const refund of stripe.refunds.list({ charge, limit: PAGE_OF_LIST })) {
      if (refund.metadata?.['key'] === key) return refund;
    }
    return null;
  }

  return async ({ charge, amount, key, isRetry }) => {
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
  };
}

/** `find` looks for what may exist already where the key is spent. */
async function send<Result>(key: string, call: (key: string) => Promise<Result>, find: () => Promise<Result | null>): Promise<Result> {
  try {
    return await call(key);
  } catch (error) {
    if (isReplayedFailure(error) || isForOtherWords(error)) return (await find()) ?? (await call(`${key}:again`));
    throw error;
  }
}

function addressOf(base: URL): { host: string; port: string; protocol: 'http' | 'https' } {
  const protocol = base.protocol === 'http:' ? 'http' : 'https';
  return { host: base.hostname, port: base.port || (protocol === 'http' ? '80' : '443'), protocol };
}

function clockCorrectionMs(aheadMs: number | null): number {
  if (aheadMs === null || Math.abs(aheadMs) > MOST_CLOCK_DIFFERENCE_MS) return 0;
  return Math.round(aheadMs / CLOCK_STEP_MS) * CLOCK_STEP_MS;
}

/** Stripe's message may repeat an address. */
function sessionRejected(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  const Refusal = isParamRefused(error, 'expires_at') ? ExpiryTooShort : SessionRejected;
  throw new Refusal(`Stripe: ${[error.code, error.param].filter(Boolean).join(' ')}`);
}

import { Stripe } from 'stripe';

import type { Clock } from '../../clock.server.ts';
import type { Logger } from '../../log.server.ts';

import {
  CARD_SUMS,
  SessionRejected,
  ExpiryTooShort,
  type PaymentProvider,
  PaymentUnavailable,
  type RefundOutcome,
  type SessionLine,
  type SessionRequest,
  type SessionSnapshot,
  type UnreadPage,
} from '../payment-provider.server.ts';
import { readStripeEvent } from './events.server.ts';
import { chargeOf, refundOutcome, SESSION_PARTS, sessionSnapshot } from './snapshot.server.ts';

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
/** How far back a page is looked for that was opened but never named to us. Stripe keeps keys for 24 hours. */
const KEY_LIFE_S = 24 * 3_600;
const MAX_NAME = 250;
const MAX_METADATA = 500;

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
  const livemode = /^[rs]k_live_/.test(options.secretKey);
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    // Repeats are ours: by the buyer, the jobs and the reconciler, under keys that were stored before.
    maxNetworkRetries: 0,
    telemetry: false,
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
  async function createPage(page: PageRequest, lines: readonly SessionLine[], idempotencyKey: string): Promise<Stripe.Checkout.Session> {
    const tried = locale;
    try {
      return await stripe.checkout.sessions.create(pageOf(page, lines, tried), { idempotencyKey });
    } catch (error) {
      if (isRefused(error, 'customer_email') && page.email !== null) {
        page.email = null;
        return createPage(page, lines, idempotencyKey);
      }
      if (tried === BROWSERS_OWN || !isRefused(error, 'locale')) throw error;
      if (locale !== BROWSERS_OWN) options.log.warn('Stripe shows no pages in Catalan: they come in the language of the browser');
      locale = BROWSERS_OWN;
      return createPage(page, lines, idempotencyKey);
    }
  }

  function unread({ id }: Stripe.Checkout.Session, error: unknown): UnreadPage {
    if (error instanceof PaymentUnavailable) throw error;
    options.log.error({ err: error, page: id }, 'a page could not be read at Stripe');
    return { session: id, state: 'unread' };
  }

  async function findOpened(request: SessionRequest): Promise<Stripe.Checkout.Session | null> {
    const since = Math.floor(clock.now().getTime() / 1000) - KEY_LIFE_S;
    for await (const session of stripe.checkout.sessions.list({ created: { gte: since }, limit: PAGE_OF_LIST })) {
      if (session.metadata?.['key'] === request.key) return session;
    }
    return null;
  }

  return {
    name: 'stripe',
    chargeLimits: CARD_SUMS,
    fetchSession,

    async openSession(request) {
      const lines = await request.lines();
      const page: PageRequest = { ...request };
      const session = await ask(() =>
        send(
          request.key,
          (key) => createPage(page, lines, key),
          () => findOpened(request),
        ),
      ).catch(pageRefused);
      return { session: session.id, url: session.url ?? '' };
    },

    async fetchPayment(payment) {
      const { data } = await ask(() => stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 }));
      return data[0] ? fetchSession(data[0].id) : null;
    },

    async *listSessions({ since }) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const pages = stripe.checkout.sessions.list({ created, limit: PAGE_OF_LIST, expand: SESSION_PARTS.map((part) => `data.${part}`) });
      try {
        for await (const session of pages) yield await snapshotOf(session).catch((error: unknown) => unread(session, error));
      } catch (error) {
        throw understood(error);
      }
    },

    async expireSession(session) {
      if (!/^cs_\w+$/.test(session)) return null;
      const closed = await ask(() => orNull(stripe.checkout.sessions.expire(session), isNotOpenAnyMore));
      return closed?.status === 'expired' && closed.payment_intent === null ? sessionSnapshot(closed) : fetchSession(session);
    },

    async refund({ charge, amount, key }): Promise<RefundOutcome> {
      const find = async (): Promise<Stripe.Refund | null> => {
        const { data } = await stripe.refunds.list({ charge, limit: PAGE_OF_LIST });
        return data.find((one) => one.metadata?.['key'] === key) ?? null;
      };
      try {
        const refund = await send(
          key,
          (idempotencyKey) => stripe.refunds.create({ charge, amount, metadata: { key } }, { idempotencyKey }),
          find,
        );
        return refundOutcome(refund);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw understood(error);
        // Refused because it is done already, or for a reason that repeating does not change: then a person decides.
        const ours = await ask(find);
        return ours ? refundOutcome(ours) : { status: 'failed', reason: error.code ?? 'refused' };
      }
    },

    readEvent(rawBody, headers) {
      return readStripeEvent(stripe, rawBody, { headers, secrets: options.webhookSecrets, now: clock.now(), livemode });
    },
  };
}

/** `email: null`: Stripe is stricter than we are about addresses, and asks for one on the page itself. */
type PageRequest = Omit<SessionRequest, 'email'> & { email: string | null };

/** The hosted page. No list of payment methods: those that the account has switched on are offered (cards, Bizum, wallets). */
function pageOf(request: PageRequest, lines: readonly SessionLine[], locale: string): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    order_id: request.orderId,
    order_number: request.orderNumber,
    event_id: String(request.eventId),
    event_title: cut(request.eventTitle, MAX_METADATA),
    quantity: String(request.ticketQuantity),
    key: request.key,
  };
  return {
    mode: 'payment',
    locale,
    client_reference_id: request.orderId,
    ...(request.email !== null && { customer_email: request.email }),
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    metadata,
    payment_intent_data: { description: cut(`${request.orderNumber} · ${request.eventTitle}`, MAX_METADATA), metadata },
    line_items: lines.map((line) => ({
      quantity: 1,
      price_data: {
        currency: request.currency,
        unit_amount: line.amount,
        product_data: {
          name: cut(`${request.eventTitle} · ${line.name}`, MAX_NAME),
          ...(line.description !== '' && { description: cut(line.description, MAX_METADATA) }),
        },
      },
    })),
  };
}

function cut(text: string, length: number): string {
  const letters = Array.from(text);
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`;
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

/** Nobody there, busy or out of order: may be tried again. Everything else is a bug or a wrong key and says so. */
function understood(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isPassing =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error.statusCode === 409 ||
    (error.statusCode ?? 0) >= 500 ||
    // A key that was withdrawn stops payments, not the shop.
    error instanceof Stripe.errors.StripeAuthenticationError;
  return isPassing ? new PaymentUnavailable(`Stripe: ${error.type} ${error.code ?? ''}`.trim(), { cause: error }) : error;
}

/** What Stripe says of the parameters may repeat an address, and is left out. */
function pageRefused(error: unknown): never {
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

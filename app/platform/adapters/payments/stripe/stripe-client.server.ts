import { Stripe } from 'stripe';

import { isRecord } from '#app/domain/record.ts';

import type { Clock } from '../../clock.server.ts';

import { KeyRefused, PaymentUnavailable, RateLimited } from '../payment-provider.server.ts';

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>;
type HttpAnswer = Awaited<ReturnType<HttpClient['makeRequest']>>;

const SLOW_ANSWER_MS = 5_000;

class ForeignAnswer extends Error {
  override name = 'ForeignAnswer';
  readonly status: number;

  constructor(status: number, options?: ErrorOptions) {
    super(`an answer of somebody else's, with ${status}`, options);
    this.status = status;
  }
}

/** The library takes any JSON without `error` for a success, whatever its status. */
export function guardedClient(onDate: (observed: { date: Date; sentAt: Date; receivedAt: Date }) => void, clock: Clock): HttpClient {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...call): Promise<HttpAnswer> {
      const [, , path, method] = call;
      const sentAt = clock.now();
      const answer = await client.makeRequest(...call);
      const receivedAt = clock.now();
      const status = answer.getStatusCode();
      const body: unknown = await answer.toJSON().catch((error: unknown) => {
        throw new ForeignAnswer(status, { cause: error });
      });
      if (!isExpected({ method, path }, status, body)) throw new ForeignAnswer(status);
      const date = new Date(String(answer.getHeaders()['date']));
      if (!Number.isNaN(date.getTime())) onDate({ date, sentAt, receivedAt });
      return {
        getStatusCode: () => status,
        getHeaders: () => answer.getHeaders(),
        getRawResponse: () => answer.getRawResponse(),
        toStream: () => null,
        toJSON: () => Promise.resolve(body),
      };
    },
  };
}

const KINDS: Readonly<Record<string, string>> = {
  '/v1/checkout/sessions': 'checkout.session',
  '/v1/refunds': 'refund',
  '/v1/disputes': 'dispute',
  '/v1/events': 'event',
  '/v1/balance_transactions': 'balance_transaction',
  '/v1/payouts': 'payout',
};

function isExpected(request: { method: string; path: string }, status: number, body: unknown): boolean {
  if (!isRecord(body)) return false;
  if (status !== 200) return isRecord(body['error']) && typeof body['error']['type'] === 'string';
  const path = request.path.split('?')[0] ?? '';
  const [collection, kind] = Object.entries(KINDS).find(([base]) => path === base || path.startsWith(`${base}/`)) ?? [];
  if (kind === undefined) return false;
  if (request.method !== 'GET' || path !== collection) return isOfKind(kind, body);
  return body['object'] === 'list' && Array.isArray(body['data']) && body['data'].every((item) => isOfKind(kind, item));
}

function isOfKind(kind: string, value: unknown): boolean {
  return isRecord(value) && value['object'] === kind && typeof value['id'] === 'string' && value['id'] !== '';
}

/** Null when the answer was too long on its way to tell. */
export function clockAhead({ date, sentAt, receivedAt }: { date: Date; sentAt: Date; receivedAt: Date }): number | null {
  const tookMs = receivedAt.getTime() - sentAt.getTime();
  if (tookMs < 0 || tookMs > SLOW_ANSWER_MS) return null;
  // The header is cut to the second.
  return date.getTime() + 500 - (sentAt.getTime() + tookMs / 2);
}

/** Refusals of the request itself stay as they are; everything else is an outage. */
export function understood(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isAboutRequest =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError ||
    (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400);
  if (isAboutRequest) return error;
  const status = error.detail instanceof ForeignAnswer ? error.detail.status : error.statusCode;
  const words = ['Stripe:', error.type, status, error.code].filter(Boolean).join(' ');
  if (error instanceof Stripe.errors.StripeRateLimitError) return new RateLimited(words, { cause: error });
  return status === 401 || status === 403 ? new KeyRefused(words, { cause: error }) : new PaymentUnavailable(words, { cause: error });
}

/** A buyer is answered within ten seconds, also where it takes several calls to Stripe. */
export const TIMEOUT_MS = 8_000;

export async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
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

export async function orNull<Result>(call: Promise<Result>, isNothing: (error: unknown) => boolean = () => false): Promise<Result | null> {
  return call.catch((error: unknown) => {
    if (isMissing(error) || isNothing(error)) return null;
    throw error;
  });
}

export async function orNoList<Item>(list: Promise<Stripe.ApiList<Item>>): Promise<Pick<Stripe.ApiList<Item>, 'data'>> {
  const isUnknown = (error: unknown): boolean => isParamRefused(error, 'payment_intent') || (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404);
  return (await orNull(list, isUnknown)) ?? { data: [] };
}

export function isParamRefused(error: unknown, param: string): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.param === param;
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

export function isNotOpenAnyMore(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;
}

/** The parameters have changed since the key was used (an event was renamed). */
export function isForOtherWords(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;
}

/** Stripe replays a stored 500 too. */
export function isReplayedFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
}

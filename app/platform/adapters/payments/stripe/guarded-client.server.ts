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

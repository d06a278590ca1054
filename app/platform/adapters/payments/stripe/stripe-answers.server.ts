import { Stripe } from 'stripe';

import { PaymentUnavailable } from '../payment-provider.server.ts';
import { understood } from './guarded-client.server.ts';

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

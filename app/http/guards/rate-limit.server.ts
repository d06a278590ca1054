import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import type { Deps } from '#app/deps.server.ts';

import { Refusal } from '../answers/refusal.server.ts';
import { type Counter, sharedCounter } from './shared-counts.server.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * Acts per network address, unless the name says something else. A whole neighbourhood may stand behind one address, so
 * those are generous. Failed logins are counted by account as well, and by browser for those that an account knows. Tries
 * of passwords are counted for all processes together, so that more processes mean no more guesses.
 */
const LIMITS = {
  read: { points: 12_000, seconds: MINUTE_S, shared: false },
  write: { points: 3_000, seconds: MINUTE_S, shared: false },
  order: { points: 1_500, seconds: MINUTE_S, shared: false },
  /** Codes that a scanner read and no ticket has, by scanner: a worn QR is no code at all, so this is somebody guessing. */
  unknown_ticket: { points: 120, seconds: MINUTE_S, shared: false },
  password: { points: 60, seconds: MINUTE_S, shared: true },
  failed_login_of_address: { points: 200, seconds: HOUR_S, shared: true },
  failed_login_of_account: { points: 10, seconds: 15 * MINUTE_S, shared: true },
  failed_login_of_browser: { points: 10, seconds: 15 * MINUTE_S, shared: true },
} as const;

export type RateLimitedAction = keyof typeof LIMITS;

export interface RateLimits {
  /** Counts one act; throws RATE_LIMITED with the seconds to wait. */
  count(act: RateLimitedAction, key: string): Promise<void>;
  /** Counts one act; null within the limit, else the seconds to wait. */
  take(act: RateLimitedAction, key: string): Promise<number | null>;
  /** The act counted last was none of those that are limited. */
  giveBack(act: RateLimitedAction, key: string): Promise<void>;
}

export const noRateLimits: RateLimits = { count: async () => {}, take: async () => null, giveBack: async () => {} };

export function createRateLimits(deps: Pick<Deps, 'db' | 'auth'>): RateLimits {
  const counters = new Map(
    Object.entries(LIMITS).map(([act, { points, seconds, shared }]): [string, Counter] => {
      const limit = { keyPrefix: act, points, duration: seconds };
      return [act, shared ? sharedCounter(deps, limit) : new RateLimiterMemory(limit)];
    }),
  );

  async function take(act: RateLimitedAction, key: string): Promise<number | null> {
    try {
      await counters.get(act)!.consume(key);
      return null;
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
    }
  }

  return {
    take,
    async count(act, key) {
      const wait = await take(act, key);
      if (wait !== null) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: wait });
    },
    async giveBack(act, key) {
      await counters.get(act)!.reward(key);
    },
  };
}

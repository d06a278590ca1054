import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

import { Refusal } from './refusal.server.ts';

/** Requests per minute and network address. A whole neighbourhood may stand behind one, so they are generous. */
const PER_MINUTE = { read: 12_000, write: 3_000, order: 1_500, password: 60 } as const;

export type LimitedAct = keyof typeof PER_MINUTE;

export interface RateLimits {
  /** Counts one act of an address; throws RATE_LIMITED with the seconds to wait. */
  count(act: LimitedAct, address: string): Promise<void>;
}

export const noRateLimits: RateLimits = { count: async () => {} };

export function createRateLimits(): RateLimits {
  const limiters = new Map(
    Object.entries(PER_MINUTE).map(([act, points]) => [act, new RateLimiterMemory({ points, duration: 60 })] as const),
  );
  return {
    async count(act, address) {
      try {
        await limiters.get(act)!.consume(address);
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        throw new Refusal('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)) });
      }
    },
  };
}

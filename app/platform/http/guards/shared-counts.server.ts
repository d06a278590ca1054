import { CompiledQuery } from 'kysely';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';

import type { Forgotten } from '#app/platform/adapters/jobs/retention.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

interface Limit {
  keyPrefix: string;
  points: number;
  duration: number;
}

export interface SharedCounter {
  consume(key: string, points: number): Promise<number | null>;
  reward(key: string): Promise<void>;
}

/** In the database for all processes, in memory while that is away. Keys are hashed with the server's secret. */
export function sharedCounter({ db, keys }: Pick<Deps, 'db' | 'keys'>, limit: Limit): SharedCounter {
  const counter = new RateLimiterPostgres({
    ...limit,
    storeClient: { query: async ({ text, values }: { text: string; values: unknown[] }) => db.query.executeQuery(CompiledQuery.raw(text, values)) },
    storeType: 'pool',
    tableName: 'limited_acts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A refused key is refused from memory, so that a flood makes no queries.
    inMemoryBlockOnConsumed: limit.points + 1,
    insuranceLimiter: new RateLimiterMemory(limit),
  });
  const nameOf = (key: string): string => keys.sign('limited act', key);
  return {
    async consume(key, points) {
      try {
        await counter.consume(nameOf(key), points);
        return null;
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        return rejected.msBeforeNext;
      }
    },
    async reward(key) {
      await counter.reward(nameOf(key));
    },
  };
}

export const OLD_COUNTS: Forgotten = {
  title: 'Oblidar comptadors vells',
  after: 'expired',
  delete: (query, { instant }) => query.deleteFrom('limitedActs').where('expire', '<', String(instant.getTime())).execute(),
};

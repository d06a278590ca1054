import { CompiledQuery } from 'kysely';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';

import type { Query } from '#app/adapters/db/database.server.ts';
import type { Deps } from '#app/deps.server.ts';

interface Limit {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
}

/** Counts one act of somebody; rejects with the limiting library's answer above the limit. */
export interface Counter {
  consume(key: string): Promise<unknown>;
  /** Takes one act back. */
  reward(key: string): Promise<unknown>;
}

/**
 * Counts in the database, for all processes together; each by itself while the database can't. The table holds no
 * address, only what the server's secret makes of it.
 */
export function sharedCounter({ db, keys }: Pick<Deps, 'db' | 'keys'>, limit: Limit): Counter {
  const counter = new RateLimiterPostgres({
    ...limit,
    storeClient: { query: async ({ text, values }: { text: string; values: unknown[] }) => db.query.executeQuery(CompiledQuery.raw(text, values)) },
    storeType: 'pool',
    tableName: 'limited_acts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Whoever is refused once is refused here from then on: a flood of tries is none of questions to the database.
    inMemoryBlockOnConsumed: limit.points + 1,
    insuranceLimiter: new RateLimiterMemory(limit),
  });
  const nameOf = (key: string): string => keys.sign('limited act', key);
  return {
    consume: async (key) => counter.consume(nameOf(key)),
    reward: async (key) => counter.reward(nameOf(key)),
  };
}

/** Counts are kept as long as they limit something. */
export async function forgetOldCounts(query: Query, now: Date): Promise<void> {
  await query.deleteFrom('limitedActs').where('expire', '<', String(now.getTime())).execute();
}

import type pg from 'pg';

import type { Logger } from '#app/platform/adapters/log.server.ts';

import { type Database, databaseOver, isDatabaseBusy, openPool } from './database.server.ts';
import { isPooled } from './pooler.server.ts';

const POOL_SIZE = 8;
const WAIT_FOR_CONNECTION_MS = 2_000;
const REFRESH_MS = 10_000;
/** Its own connections are all at work: it is there. */
const ALL_LENT = 'timeout exceeded when trying to connect';

/** For reads that may be old. While the replica is away the primary lends its connections. */
export function openReplica(parts: { url: string; primary: Database; log: Logger; monotonicNow: () => number; timeoutFactor?: number }): Database {
  const { url, primary, log, monotonicNow, timeoutFactor = 1 } = parts;
  const timeoutMs = WAIT_FOR_CONNECTION_MS * timeoutFactor;
  let opening: Promise<pg.Pool> | null = null;
  let isAway = false;
  let refreshAt = 0;

  async function open(): Promise<pg.Pool> {
    const pooled = await isPooled(url, { timeoutMs });
    return openPool({ url, pooled, poolSize: POOL_SIZE, connectionTimeoutMs: timeoutMs, log, timeoutFactor });
  }

  async function lend(): Promise<pg.PoolClient> {
    const now = monotonicNow();
    if (isAway && now < refreshAt) return primary.lend();
    refreshAt = now + REFRESH_MS;
    const opened = (opening ??= open());
    try {
      const client = await (await opened).connect();
      if (isAway) log.info('the replica is back');
      isAway = false;
      return client;
    } catch (error) {
      opened.catch(() => {
        if (opening === opened) opening = null;
      });
      if (!isDatabaseBusy(error) || (error instanceof Error && error.message === ALL_LENT)) throw error;
      if (!isAway) log.warn({ err: error }, 'the replica is away: the primary answers for it');
      isAway = true;
      return primary.lend();
    }
  }

  async function end(): Promise<void> {
    const pool = await opening?.catch(() => null);
    await pool?.end();
  }

  return databaseOver({ options: {}, connect: lend, end }, { directUrl: url, connections: primary.connections });
}

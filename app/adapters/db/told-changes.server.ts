import { sql } from 'kysely';

import type { Logger } from '#app/adapters/log.server.ts';

import type { Query } from './database.server.ts';
import { createFollowers, type ShownChanges } from './shown-changes.server.ts';

const ASK_EVERY_MS = 1_000;
/** Whoever was away for longer may have missed anything: a failover takes more than this. */
const LONGEST_GAP_MS = 5_000;
const DEAF_AFTER_MS = 3_000;

interface Asking {
  query: Query;
  log: Logger;
  everyMs?: number;
  /** Milliseconds. */
  monotonicNow?: () => number;
}

interface Answer {
  /** What was committed by then. */
  snapshot: string;
  /** Events; null where anything may have changed. */
  told: (number | null)[];
}

/**
 * Behind a pooler, which lends no connection that could listen. By snapshots, not by numbers that grow: a transaction that took its
 * number early and commits late is seen when it commits, once.
 */
export function askForShownChanges({ query, log, everyMs = ASK_EVERY_MS, monotonicNow = () => performance.now() }: Asking): ShownChanges {
  const { follow, tell } = createFollowers();
  let before: { snapshot: string; at: number } | null = null;
  let isClosed = false;
  let next: NodeJS.Timeout | undefined;
  let asking = Promise.resolve();

  async function ask(): Promise<void> {
    const at = monotonicNow();
    try {
      const { snapshot, told } = await selectToldSince(query, before?.snapshot ?? null);
      const mayHaveMissed = before === null || monotonicNow() - before.at > LONGEST_GAP_MS;
      before = { snapshot, at };
      if (mayHaveMissed || told.includes(null)) tell('anything');
      else for (const eventId of told) tell({ placesLeftOf: eventId! });
    } catch (error) {
      if (before !== null) log.warn({ err: error }, 'changes of what is shown are not heard for the moment');
      before = null;
    }
    if (!isClosed) next = setTimeout(askAgain, Math.max(0, everyMs - (monotonicNow() - at))).unref();
  }

  function askAgain(): void {
    asking = ask();
  }

  askAgain();
  return {
    follow,
    isHearing: () => before !== null && monotonicNow() - before.at < DEAF_AFTER_MS,
    async close() {
      isClosed = true;
      await asking;
      clearTimeout(next);
    },
  };
}

async function selectToldSince(query: Query, snapshot: string | null): Promise<Answer> {
  const { rows } = await sql<Answer>`
    select pg_current_snapshot()::text as snapshot,
           array(select distinct places_left_of from told_changes
                  where transaction >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(transaction, ${snapshot}::pg_snapshot)) as told`.execute(query);
  return rows[0]!;
}

/** Long after everybody has asked. */
export async function forgetToldChanges(query: Query): Promise<void> {
  await sql`delete from told_changes where told_at < now() - interval '1 hour'`.execute(query);
}

import pg from 'pg';

import type { Logger } from '#app/platform/adapters/log.server.ts';

/** Anything; or nothing but how many places are left of one event, which still has some, or still has none. */
export type FeedChange = 'anything' | { placesLeftOf: number };

/** What the database tells of changes in what public pages show: the one word by which all that is cached is given up. */
export interface ChangeFeed {
  /** Calls at each of them, and once whenever some may have been missed. What it returns ends that. */
  follow(hear: (change: FeedChange) => void): () => void;
  /** False while nothing would be heard. */
  isListening(): boolean;
  /** Waits until all that was committed before has been heard. Never rejects. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = 'comboi_shown';
const RETRY_MS = 1_000;
/** Of a connection that is there and says nothing. */
const SILENCE_MS = 2_000;

/** Over a connection of its own; made anew when it is lost. */
export function openChangeFeed({ url, log }: { url: string; log: Logger }): ChangeFeed {
  const followers = new Set<(change: FeedChange) => void>();
  let client: pg.Client | null = null;
  let isListening = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let catchingUp = Promise.resolve();
  let giveUp: (reason: Error | null) => void = () => {};

  function tell(change: FeedChange): void {
    for (const hear of followers) hear(change);
  }

  async function open(): Promise<void> {
    const opened = new pg.Client({ connectionString: url, application_name: 'comboi-changes', keepAlive: true, query_timeout: SILENCE_MS });
    client = opened;
    let isLost = false;
    const lose = (reason: Error | null): void => {
      if (isLost) return;
      isLost = true;
      isListening = false;
      if (isClosed) return;
      if (reason) log.warn({ err: reason }, 'changes of what is shown are not heard for the moment');
      void opened.end().catch(() => {});
      retry = setTimeout(() => void open(), RETRY_MS).unref();
    };
    giveUp = lose;
    opened.on('error', lose);
    opened.on('end', () => lose(null));
    opened.on('notification', ({ payload = '' }) => tell(payload === '' ? 'anything' : { placesLeftOf: Number(payload) }));
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      isListening = !isLost;
      tell('anything');
    } catch (error) {
      lose(error as Error);
    }
  }

  async function askOnce(): Promise<void> {
    try {
      // PostgreSQL sends what was notified before it says that it is ready again.
      if (isListening) await client?.query('select 1');
    } catch (error) {
      giveUp(error as Error);
    }
    if (!isListening) tell('anything');
  }

  const opening = open();
  return {
    follow(hear) {
      followers.add(hear);
      return () => void followers.delete(hear);
    },
    isListening: () => isListening,
    async catchUp() {
      catchingUp = catchingUp.then(askOnce);
      return catchingUp;
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await opening;
      await client?.end().catch(() => {});
    },
  };
}

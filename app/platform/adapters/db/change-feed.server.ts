import pg from 'pg';

import type { Logger } from '#app/platform/adapters/log.server.ts';

/**
 * `placesLeftOf`: only the number of places left of one event, which still has some, or still has none. `rights`: a session, a role, a
 * right or a pass ended; nothing that is shown changed.
 */
export type FeedChange = 'anything' | 'rights' | { placesLeftOf: number };

/** Database notifications: of changes to public pages, by which every cache is invalidated, and of rights that end. */
export interface ChangeFeed {
  /** Also called once whenever changes may have been missed. Returns the unsubscription. */
  subscribe(listener: (change: FeedChange) => void): () => void;
  isListening(): boolean;
  /** Waits until all that was committed before has been received. Never rejects. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = 'comboi_shown';
const RETRY_MS = 1_000;
const SILENCE_MS = 2_000;

export function openChangeFeed({ url, log, timeoutFactor = 1 }: { url: string; log: Logger; timeoutFactor?: number }): ChangeFeed {
  const subscribers = new Set<(change: FeedChange) => void>();
  let client: pg.Client | null = null;
  let isListening = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let catchingUp = Promise.resolve();
  let giveUp: (reason: unknown) => void = () => {};

  function notify(change: FeedChange): void {
    for (const listener of subscribers) listener(change);
  }

  async function open(): Promise<void> {
    const opened = new pg.Client({ connectionString: url, application_name: 'comboi-changes', keepAlive: true, query_timeout: SILENCE_MS * timeoutFactor });
    client = opened;
    let isLost = false;
    const lose = (reason: unknown): void => {
      if (isLost) return;
      isLost = true;
      isListening = false;
      if (isClosed) return;
      if (reason !== null) log.warn({ err: reason }, 'changes of what is shown are not heard for the moment');
      void opened.end().catch(() => {});
      retry = setTimeout(() => void open(), RETRY_MS).unref();
    };
    giveUp = lose;
    opened.on('error', lose);
    opened.on('end', () => lose(null));
    opened.on('notification', ({ payload = '' }) => notify(readChange(payload)));
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      isListening = !isLost;
      notify('anything');
    } catch (error) {
      lose(error);
    }
  }

  async function askOnce(): Promise<void> {
    try {
      // PostgreSQL sends what was notified before it says that it is ready again.
      if (isListening) await client?.query('select 1');
    } catch (error) {
      giveUp(error);
    }
    if (!isListening) notify('anything');
  }

  const opening = open();
  return {
    subscribe(listener) {
      subscribers.add(listener);
      return () => void subscribers.delete(listener);
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

function readChange(payload: string): FeedChange {
  if (payload === '') return 'anything';
  return payload === 'rights' ? payload : { placesLeftOf: Number(payload) };
}

import pg from 'pg';

import type { Logger } from '#app/adapters/log.server.ts';

/** Anything; or nothing but how many places are left of one event, which still has some, or still has none. */
export type ShownChange = 'anything' | { placesLeftOf: number };

/** What the database tells of changes in what public pages show. */
export interface ShownChanges {
  /** Calls at each of them, and once whenever some may have been missed. */
  follow(hear: (change: ShownChange) => void): void;
  /** False while nothing would be heard. */
  isHearing(): boolean;
  close(): Promise<void>;
}

interface Followers extends Pick<ShownChanges, 'follow'> {
  tell(change: ShownChange): void;
}

const CHANNEL = 'comboi_shown';
const RETRY_MS = 1_000;

/** Over a connection of its own; made anew when it is lost. */
export function followShownChanges({ url, log }: { url: string; log: Logger }): ShownChanges {
  const { follow, tell } = createFollowers();
  let client: pg.Client | null = null;
  let isHearing = false;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const opened = new pg.Client({ connectionString: url, application_name: 'comboi-changes', keepAlive: true });
    client = opened;
    let isLost = false;
    const lose = (reason: Error | null): void => {
      if (isLost) return;
      isLost = true;
      isHearing = false;
      if (isClosed) return;
      if (reason) log.warn({ err: reason }, 'changes of what is shown are not heard for the moment');
      void opened.end().catch(() => {});
      retry = setTimeout(() => void open(), RETRY_MS).unref();
    };
    opened.on('error', lose);
    opened.on('end', () => lose(null));
    opened.on('notification', ({ payload = '' }) => tell(payload === '' ? 'anything' : { placesLeftOf: Number(payload) }));
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      isHearing = !isLost;
      tell('anything');
    } catch (error) {
      lose(error as Error);
    }
  }

  const opening = open();
  return {
    follow,
    isHearing: () => isHearing,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await opening;
      await client?.end().catch(() => {});
    },
  };
}

export function createFollowers(): Followers {
  const followers = new Set<(change: ShownChange) => void>();
  return {
    follow: (hear) => void followers.add(hear),
    tell(change) {
      for (const hear of followers) hear(change);
    },
  };
}

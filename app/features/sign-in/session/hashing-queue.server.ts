import { createSemaphore } from '#app/platform/adapters/semaphore.server.ts';
import { enclosingNetwork } from '#app/platform/http/guards/client-address.server.ts';

/** Hashing runs on libuv's four threads, which compression and file reads need too. */
const AT_ONCE = 3;
/** About three seconds of work. */
const MAX_WAITING = 160;
/** The rest is reserved for known browsers, sessions and mailed links. */
const MAX_STRANGERS_WAITING = MAX_WAITING / 2;
const MAX_WAITING_OF_NETWORK = 16;
const MAX_WAITING_AROUND = 2 * MAX_WAITING_OF_NETWORK;

/** The network; null for a known browser, a session or the code of a mailed link. */
type Stranger = string | null;

const semaphore = createSemaphore<Stranger>({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING, mayWait });

/** Null when the queue is full. */
export async function inHashingQueue<Result>(stranger: Stranger, work: () => Promise<Result>): Promise<Result | null> {
  return semaphore.take(work, { who: stranger });
}

function mayWait(stranger: Stranger | undefined, waiting: readonly (Stranger | undefined)[]): boolean {
  if (typeof stranger !== 'string') return true;
  const strangers = waiting.filter((one) => typeof one === 'string');
  const around = enclosingNetwork(stranger);
  return (
    strangers.length < MAX_STRANGERS_WAITING &&
    strangers.filter((one) => one === stranger).length < MAX_WAITING_OF_NETWORK &&
    (around === null || strangers.filter((one) => enclosingNetwork(one) === around).length < MAX_WAITING_AROUND)
  );
}

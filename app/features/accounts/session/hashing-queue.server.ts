import { enclosingNetwork } from '#app/http/guards/client-address.server.ts';

/** Hashing runs on libuv's four threads, which compression and file reads need as well. */
const AT_ONCE = 3;
/** About three seconds of work. */
const MAX_WAITING = 160;
/** The rest is kept for known browsers, sessions and mailed links. */
const MAX_STRANGERS_WAITING = MAX_WAITING / 2;
const MAX_WAITING_OF_NETWORK = 16;
const MAX_WAITING_AROUND = 2 * MAX_WAITING_OF_NETWORK;

/** The network; null for a known browser, a session or the code of a mailed link. */
type Stranger = string | null;

let working = 0;
const waiting: { stranger: Stranger; begin: () => void }[] = [];

/** Null when there is no place to wait. */
export async function inHashingQueue<Result>(stranger: Stranger, work: () => Promise<Result>): Promise<Result | null> {
  if (working >= AT_ONCE) {
    if (!mayWait(stranger)) return null;
    await new Promise<void>((begin) => waiting.push({ stranger, begin }));
  } else {
    working += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next.begin();
    else working -= 1;
  }
}

function mayWait(stranger: Stranger): boolean {
  if (waiting.length >= MAX_WAITING) return false;
  if (stranger === null) return true;
  const strangers = waiting.flatMap((one) => one.stranger ?? []);
  const around = enclosingNetwork(stranger);
  return (
    strangers.length < MAX_STRANGERS_WAITING &&
    strangers.filter((one) => one === stranger).length < MAX_WAITING_OF_NETWORK &&
    (around === null || strangers.filter((one) => enclosingNetwork(one) === around).length < MAX_WAITING_AROUND)
  );
}

/**
 * Hashing is slow on purpose and runs on the process's four threads, which compression and file reads need as well:
 * one is always left to them.
 */
const AT_ONCE = 3;
/** About three seconds of work: whoever would wait longer is told to come back. */
const MAX_WAITING = 64;

let working = 0;
const waiting: (() => void)[] = [];

/** Does the work when its turn comes; null when the queue is full. */
export async function inHashingQueue<Result>(work: () => Promise<Result>): Promise<Result | null> {
  if (working >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) return null;
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    working += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

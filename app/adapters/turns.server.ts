/** So many at once, so many waiting. */
export interface Turns<Who = unknown> {
  /** Null when too many wait; what it gives else ends the turn, once however often it is called. Rejects when who waits leaves. */
  enter(waiter?: Waiter<Who>): Promise<(() => void) | null>;
  /** The same around some work. */
  take<Result>(work: () => Promise<Result>, waiter?: Waiter<Who>): Promise<Result | null>;
  count(): { working: number; waiting: number };
}

export interface Waiter<Who> {
  who?: Who;
  signal?: AbortSignal;
}

export interface TurnsBound<Who = unknown> {
  atOnce: number;
  maxWaiting: number;
  /** Where some may not take all places. */
  mayWait?: (who: Who | undefined, waiting: readonly (Who | undefined)[]) => boolean;
}

export function createTurns<Who = unknown>({ atOnce, maxWaiting, mayWait = () => true }: TurnsBound<Who>): Turns<Who> {
  let working = 0;
  const waiting: { who: Who | undefined; begin: () => void }[] = [];

  function beginNext(): void {
    const next = waiting.shift();
    if (next) next.begin();
    else working -= 1;
  }

  function wait({ who, signal }: Waiter<Who>): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(signal?.reason as Error);
      };
      const place = {
        who,
        begin: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      waiting.push(place);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  async function enter(waiter: Waiter<Who> = {}): Promise<(() => void) | null> {
    waiter.signal?.throwIfAborted();
    if (working < atOnce) working += 1;
    else if (waiting.length < maxWaiting && mayWait(waiter.who, waiting.map(({ who }) => who))) await wait(waiter);
    else return null;
    let isHeld = true;
    return () => {
      if (isHeld) beginNext();
      isHeld = false;
    };
  }

  return {
    enter,
    async take(work, waiter) {
      const end = await enter(waiter);
      if (end === null) return null;
      try {
        return await work();
      } finally {
        end();
      }
    },
    count: () => ({ working, waiting: waiting.length }),
  };
}

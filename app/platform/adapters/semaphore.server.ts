export interface Semaphore<Who = unknown> {
  /** Null when too many wait or it takes too long; else the release, which is idempotent. Rejects with AbortError when the waiter leaves. */
  enter(waiter?: Waiter<Who>): Promise<(() => void) | null>;
  take<Result>(work: () => Promise<Result>, waiter?: Waiter<Who>): Promise<Result | null>;
  count(): { working: number; waiting: number };
}

export interface Waiter<Who> {
  who?: Who;
  signal?: AbortSignal;
}

export interface SemaphoreBound<Who = unknown> {
  atOnce: number;
  maxWaiting: number;
  maxWaitMs?: number;
  mayWait?: (who: Who | undefined, waiting: readonly (Who | undefined)[]) => boolean;
}

export function createSemaphore<Who = unknown>({ atOnce, maxWaiting, maxWaitMs, mayWait = () => true }: SemaphoreBound<Who>): Semaphore<Who> {
  let working = 0;
  const waiting: { who: Who | undefined; begin: () => void }[] = [];

  function beginNext(): void {
    const next = waiting.shift();
    if (next) next.begin();
    else working -= 1;
  }

  function wait({ who, signal }: Waiter<Who>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const place = { who, begin: () => settle(() => resolve(true)) };
      const leave = (): void => settle(() => reject(abortError(signal!)));
      const tooLong = maxWaitMs === undefined ? undefined : setTimeout(() => settle(() => resolve(false)), maxWaitMs);
      function settle(how: () => void): void {
        clearTimeout(tooLong);
        signal?.removeEventListener('abort', leave);
        const at = waiting.indexOf(place);
        if (at >= 0) waiting.splice(at, 1);
        how();
      }
      waiting.push(place);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  async function enter(waiter: Waiter<Who> = {}): Promise<(() => void) | null> {
    if (waiter.signal?.aborted) throw abortError(waiter.signal);
    if (working < atOnce) working += 1;
    else if (waiting.length >= maxWaiting || !mayWait(waiter.who, waiting.map(({ who }) => who)) || !(await wait(waiter))) return null;
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

/** The server gives a text as the reason of a request's abort; only errors reach those who answer errors. */
export function abortError({ reason }: AbortSignal): DOMException {
  return new DOMException(reason instanceof Error ? reason.message : String(reason), 'AbortError');
}

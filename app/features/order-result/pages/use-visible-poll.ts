import { useEffect, useEffectEvent } from 'react';

interface VisiblePoll {
  /** Null: not now. */
  everyMs: number | null;
  times?: number;
}

/** Asks again and again while somebody looks at the page; an answer after the signal is heard by nobody. */
export function useVisiblePoll(onPoll: (signal: AbortSignal) => Promise<void>, { everyMs, times = Infinity }: VisiblePoll): void {
  const ask = useEffectEvent(onPoll);
  useEffect(() => {
    if (everyMs === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    async function poll(pauseMs: number): Promise<void> {
      for (let round = 0; round < times; round += 1) {
        await visiblePause(pauseMs, signal);
        if (signal.aborted) return;
        await ask(signal);
      }
    }
    void poll(everyMs);
    return () => stop.abort();
  }, [everyMs, times]);
}

/** Pauses while the page is hidden, and ends at once when it becomes visible. */
export async function visiblePause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await happened(signal, (done) => {
    const timer = setTimeout(done, milliseconds);
    return () => clearTimeout(timer);
  });
  if (!document.hidden || signal.aborted) return;
  await happened(signal, (done) => {
    const onChange = (): void => {
      if (!document.hidden) done();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  });
}

function happened(signal: AbortSignal, wait: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = wait(finish);
    function finish(): void {
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });
}

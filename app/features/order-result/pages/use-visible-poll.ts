import { useEffect, useEffectEvent } from 'react';

import { visiblePause } from './visible-pause.ts';

interface VisiblePoll {
  /** Null: not now. */
  everyMs: number | null;
  times?: number;
}

/** Asks again and again while somebody looks at the page; an answer after the signal is heard by nobody. */
export function useVisiblePoll(onTurn: (signal: AbortSignal) => Promise<void>, { everyMs, times = Infinity }: VisiblePoll): void {
  const ask = useEffectEvent(onTurn);
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

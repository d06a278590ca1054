import { useState } from 'react';

import { useInterval } from './use-timer.ts';

import { monotonicNow } from '../browser-facts.ts';

interface SecondsLeft {
  ms: number;
  /** Null: it stands still. */
  everyMs: number | null;
  /** With the milliseconds left, negative once they are over. */
  onTick?: (leftMs: number) => void;
}

/** Counted by the monotonic clock, whatever the phone's clock says. Null before the first tick. */
export function useSecondsLeft({ ms, everyMs, onTick }: SecondsLeft): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const [clock, setClock] = useState(() => ({ ms, end: monotonicNow() + ms }));
  if (clock.ms !== ms) setClock({ ms, end: monotonicNow() + ms });
  useInterval(() => {
    const leftMs = clock.end - monotonicNow();
    setLeft(Math.max(0, Math.ceil(leftMs / 1000)));
    onTick?.(leftMs);
  }, everyMs);
  return left;
}

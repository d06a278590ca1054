import { useEffect, useEffectEvent } from 'react';

/** `everyMs` null: not now. */
export function useInterval(onTick: () => void, everyMs: number | null): void {
  const tick = useEffectEvent(onTick);
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => tick(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

/** `afterMs` null: not now. Begins anew with each change of `restartOn`. */
export function useTimeout(onEnd: () => void, afterMs: number | null, restartOn?: unknown): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (afterMs === null) return undefined;
    const timer = setTimeout(() => end(), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs, restartOn]);
}

import { useEffect, useState } from 'react';

/** Below this a skeleton would only flash. */
const SLOW_MS = 250;

export function useSlow(pending: boolean, afterMs: number = SLOW_MS): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setTimeout(() => setSlow(true), afterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending, afterMs]);
  return pending && slow;
}

import { useState } from 'react';

import { useTimeout } from '../hooks/use-timer.ts';

/** Below this a skeleton would only flash. */
const SLOW_MS = 250;

export function useSlow(pending: boolean): boolean {
  const [slow, setSlow] = useState(false);
  if (slow && !pending) setSlow(false);
  useTimeout(() => setSlow(true), pending ? SLOW_MS : null);
  return pending && slow;
}

import { useEffect } from 'react';

import { repeat } from './repeat.ts';

/** `work` begins anew when it is another function; null: not now. */
export function useRepeat(work: (() => Promise<boolean>) | null, everyMs: number): void {
  useEffect(() => (work === null ? undefined : repeat(work, everyMs)), [work, everyMs]);
}

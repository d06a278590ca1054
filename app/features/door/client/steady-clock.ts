import { browserNow, monotonicNow } from '#app/ui/browser-facts.ts';

let ahead = -Infinity;

/** The phone's time, which never falls behind what has gone by since the page was opened: a clock that is set back makes nothing younger. */
export function steadyNow(): number {
  const sinceOpened = monotonicNow();
  ahead = Math.max(ahead, browserNow() - sinceOpened);
  return ahead + sinceOpened;
}

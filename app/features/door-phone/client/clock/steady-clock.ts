import { browserNow, monotonicNow } from '#app/design/ui/browser-facts.ts';

const KEY = 'comboi-door-clock';
/** Clocks are put right by seconds all the time. */
export const CLOCK_ERROR_MS = 60_000;

export interface SteadyClock {
  /** The phone's time, which never falls behind what has gone by since the page was opened: a clock that is set back makes nothing younger. */
  now(): number;
  /** Set back since a page that is gone: nobody knows how long ago that was. */
  wasSetBack(): boolean;
  /** For the pages that come after this one. */
  remember(): void;
  /** What is fetched now is as old as the clock says, right or wrong. */
  startAnew(): void;
}

interface Parts {
  clock: () => number;
  sinceOpened: () => number;
  storage: () => Pick<Storage, 'getItem' | 'setItem'>;
}

export function steadyClock({ clock, sinceOpened, storage }: Parts): SteadyClock {
  let ahead = -Infinity;
  let isBack: boolean | null = null;

  function now(): number {
    const passed = sinceOpened();
    ahead = Math.max(ahead, clock() - passed);
    return ahead + passed;
  }

  function wasSetBack(): boolean {
    isBack ??= now() < latestStored() - CLOCK_ERROR_MS;
    return isBack;
  }

  function latestStored(): number {
    try {
      return Number(storage().getItem(KEY) ?? -Infinity);
    } catch {
      return -Infinity;
    }
  }

  function keep(): void {
    try {
      storage().setItem(KEY, String(now()));
    } catch {
    }
  }

  return {
    now,
    wasSetBack,
    remember() {
      if (!wasSetBack()) keep();
    },
    startAnew() {
      isBack = false;
      keep();
    },
  };
}

export const phoneClock: SteadyClock = steadyClock({ clock: browserNow, sinceOpened: monotonicNow, storage: () => localStorage });

import { browserNow, monotonicNow } from '#app/design/ui/browser-facts.ts';

const KEY = 'comboi-door-clock';
/** Clocks are routinely corrected by seconds. */
export const CLOCK_ERROR_MS = 60_000;

export interface SteadyClock {
  /** Never falls behind the monotonic time since page load: setting the clock back makes nothing look newer. */
  now(): number;
  /** Set back between two pages, by an unknown amount. */
  wasSetBack(): boolean;
  /** Persisted for later pages. */
  remember(): void;
  /** Resets `wasSetBack`: what is fetched from now on is dated by this clock. */
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

interface Limit {
  points: number;
  duration: number;
  monotonicNow: () => number;
}

export interface MemoryCounter {
  consume(key: string, points: number): number | null;
  reward(key: string): void;
}

interface Window {
  consumed: number;
  endsAt: number;
}

export function memoryCounter({ points: limit, duration, monotonicNow }: Limit): MemoryCounter {
  // In the order in which they begin, and so in which they end.
  const windows = new Map<string, Window>();

  function windowOf(key: string, now: number): Window {
    const open = windows.get(key);
    if (open !== undefined && open.endsAt > now) return open;
    windows.delete(key);
    for (const [other, { endsAt }] of windows) {
      if (endsAt > now) break;
      windows.delete(other);
    }
    const begun = { consumed: 0, endsAt: now + duration * 1000 };
    windows.set(key, begun);
    return begun;
  }

  return {
    consume(key, points) {
      const now = monotonicNow();
      const window = windowOf(key, now);
      window.consumed += points;
      return window.consumed > limit ? window.endsAt - now : null;
    },
    reward(key) {
      windowOf(key, monotonicNow()).consumed -= 1;
    },
  };
}

export interface Turns {
  /** Null when too many are waiting. */
  take<Result>(work: () => Promise<Result>): Promise<Result | null>;
}

export function createTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Turns {
  let working = 0;
  const waiting: (() => void)[] = [];
  return {
    async take(work) {
      if (working >= atOnce) {
        if (waiting.length >= maxWaiting) return null;
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        working += 1;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else working -= 1;
      }
    },
  };
}

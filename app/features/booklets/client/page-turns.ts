/** Serializes drawing: on a slow line, pages drawn in parallel would all arrive late. */
export interface PageTurns {
  /** Resolves to false when aborted while waiting; a caller that got the turn must release it. */
  take(page: number, leaving: AbortSignal): Promise<boolean>;
  giveBack(): void;
  /** Pages close to this one come first. */
  prioritize(page: number): void;
  /** While offline, pages that are already downloaded need not wait for one that is not. */
  letAllPass(isOpen: boolean): void;
}

interface Waiting {
  page: number;
  go: (isTheirs: boolean) => void;
}

export function createPageTurns(start: number): PageTurns {
  const waiting = new Set<Waiting>();
  let seen = start;
  let drawing = 0;
  let isOpen = false;

  function callNext(): void {
    if (drawing > 0 && !isOpen) return;
    const [next] = [...waiting].toSorted((one, other) => distance(one) - distance(other) || other.page - one.page);
    if (next === undefined) return;
    waiting.delete(next);
    drawing += 1;
    next.go(true);
    callNext();
  }

  function distance({ page }: Waiting): number {
    return Math.abs(page - seen);
  }

  return {
    take(page, leaving) {
      return new Promise((resolve) => {
        if (leaving.aborted) return resolve(false);
        const one: Waiting = { page, go: resolve };
        waiting.add(one);
        leaving.addEventListener('abort', () => {
          if (waiting.delete(one)) resolve(false);
        });
        // Lets all pages that came into view together enqueue before the first one starts.
        queueMicrotask(callNext);
      });
    },
    giveBack() {
      drawing -= 1;
      callNext();
    },
    prioritize(page) {
      seen = page;
    },
    letAllPass(open) {
      isOpen = open;
      callNext();
    },
  };
}

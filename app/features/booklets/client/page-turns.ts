/** Who draws now. On a slow line pages that are drawn together all come late; one after the other, the first one is soon there. */
export interface PageTurns {
  /** Resolves to false when the page was left before its turn. Whoever got the turn gives it back. */
  take(page: number, leaving: AbortSignal): Promise<boolean>;
  giveBack(): void;
  /** The page that is looked at: those near it come first. */
  lookAt(page: number): void;
  /** Nothing arrives: who waits for the network holds nobody up whose page is already here. */
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
    if (waiting.size === 0 || (drawing > 0 && !isOpen)) return;
    const [next] = [...waiting].toSorted((one, other) => distance(one) - distance(other) || other.page - one.page);
    waiting.delete(next!);
    drawing += 1;
    next!.go(true);
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
        // Pages that come near together are all there before the first one begins.
        queueMicrotask(callNext);
      });
    },
    giveBack() {
      drawing -= 1;
      callNext();
    },
    lookAt(page) {
      seen = page;
    },
    letAllPass(open) {
      isOpen = open;
      callNext();
    },
  };
}

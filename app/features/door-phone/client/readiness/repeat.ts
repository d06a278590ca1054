import { useEffect } from 'react';

const FIRST_RETRY_MS = 1_000;

/** Runs periodically; failures back off, and a restored connection runs it at once. Returns the cleanup. */
export function repeat(work: () => Promise<boolean>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAtWork = false;
  let isOver = false;
  let failures = 0;

  async function round(): Promise<void> {
    if (isAtWork) return;
    clearTimeout(timer);
    isAtWork = true;
    const isDone = await work().catch(() => false);
    isAtWork = false;
    failures = isDone ? 0 : failures + 1;
    if (!isOver) timer = setTimeout(() => void round(), isDone ? everyMs : Math.min(everyMs, FIRST_RETRY_MS * 2 ** (failures - 1)));
  }
  function anew(): void {
    failures = 0;
    void round();
  }

  anew();
  window.addEventListener('online', anew);
  return () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', anew);
  };
}

/** `work` begins anew when it is another function; null: not now. */
export function useRepeat(work: (() => Promise<boolean>) | null, everyMs: number): void {
  useEffect(() => (work === null ? undefined : repeat(work, everyMs)), [work, everyMs]);
}

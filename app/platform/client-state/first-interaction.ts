const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart'] as const;
const QUIET_MS = 4_000;

export function onFirstInteraction(act: () => void): () => void {
  if (navigator.userActivation?.hasBeenActive) {
    act();
    return () => undefined;
  }
  const waiting = new AbortController();
  const begin = (): void => {
    waiting.abort();
    act();
  };
  for (const sign of SIGNS) window.addEventListener(sign, begin, { capture: true, passive: true, signal: waiting.signal });
  return () => waiting.abort();
}

export function whenIdle(act: () => void): () => void {
  if (savesData()) return () => undefined;
  const waiting = new AbortController();
  const { signal } = waiting;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isReady = (): boolean => document.readyState === 'complete' && document.visibilityState === 'visible' && navigator.onLine;
  function begin(): void {
    if (signal.aborted || !isReady()) return;
    waiting.abort();
    act();
  }
  function wait(): void {
    clearTimeout(timer);
    if (isReady()) timer = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(begin) : begin()), QUIET_MS);
  }
  wait();
  for (const change of ['load', 'online'] as const) window.addEventListener(change, wait, { signal });
  document.addEventListener('visibilitychange', wait, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => waiting.abort();
}

function savesData(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator;
  return connection?.saveData === true;
}

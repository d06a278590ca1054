/** Someone who only looks moves nothing. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart'] as const;

/** Calls once somebody does something with the page, at once where somebody did before. Returns how to stop waiting. */
export function atFirstSign(act: () => void): () => void {
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

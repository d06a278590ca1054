/** Pauses while the page is hidden, and ends at once when it becomes visible. */
export async function visiblePause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await happened(signal, (done) => {
    const timer = setTimeout(done, milliseconds);
    return () => clearTimeout(timer);
  });
  if (!document.hidden || signal.aborted) return;
  await happened(signal, (done) => {
    const onChange = (): void => {
      if (!document.hidden) done();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  });
}

function happened(signal: AbortSignal, wait: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = wait(finish);
    function finish(): void {
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    }
    signal.addEventListener('abort', finish);
  });
}

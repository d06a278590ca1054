/** The router handles an aborted load but leaves the rejection of its stream unhandled, which would be reported as an error of ours. */
export function ignoreAbortedLoads(page: EventTarget): void {
  page.addEventListener('unhandledrejection', (event) => {
    const { reason } = event as Event & { reason?: unknown };
    if (reason instanceof DOMException && reason.name === 'AbortError') event.preventDefault();
  });
}

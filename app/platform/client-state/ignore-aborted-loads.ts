/**
 * A page that is left while its data arrives: the router handles the load, but leaves the promise of the stream's end to nobody,
 * and its rejection would be told as an error of ours. Other rejections stay what they are.
 */
export function ignoreAbortedLoads(page: EventTarget): void {
  page.addEventListener('unhandledrejection', (event) => {
    const { reason } = event as Event & { reason?: unknown };
    if (reason instanceof DOMException && reason.name === 'AbortError') event.preventDefault();
  });
}

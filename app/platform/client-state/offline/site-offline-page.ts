/** Once the page is there, so that it waits for nothing of this. */
export function storeOfflinePage(page: Window): void {
  if (!('serviceWorker' in page.navigator)) return;
  const register = (): void => void page.navigator.serviceWorker.register('/site-sw.js').catch(() => undefined);
  if (page.document.readyState === 'complete') register();
  else page.addEventListener('load', register, { once: true });
}

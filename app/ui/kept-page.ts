/** One page of one person, kept on the device for where there is no coverage. The worker that shows it is /sw.js. */
const KEPT = 'comboi-my-tickets';
const PAGE = '/my-tickets';
const ASSET = /\/assets\/[\w./-]+/g;

/** Times that everything was forgotten: what was asked for before that is not kept after it. */
let forgotten = 0;

function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window;
}

/** Keeps the page as the server renders it now, with all it needs, in place of what was kept before. */
export async function keepPage(): Promise<void> {
  if (!canKeep()) return;
  const before = forgotten;
  await navigator.serviceWorker.register('/sw.js', { scope: PAGE });
  const page = await fetch(PAGE, { headers: { Accept: 'text/html' } });
  if (!page.ok || page.redirected || forgotten !== before) return;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const needed = new Set([...((await page.clone().text()).match(ASSET) ?? []), ...loaded.filter((path) => path.startsWith('/assets/'))]);
  const cache = await caches.open(KEPT);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll([...needed].filter((path) => !kept.has(path)));
  await cache.put(PAGE, page);
  await Promise.all([...kept].filter((path) => path !== PAGE && !needed.has(path)).map((path) => cache.delete(path)));
}

/** True when there is something to show without coverage. */
export async function isPageKept(): Promise<boolean> {
  return canKeep() && (await caches.match(PAGE, { cacheName: KEPT })) !== undefined;
}

/** Whoever uses the device next finds nothing. */
export async function forgetKeptPage(): Promise<void> {
  forgotten += 1;
  if (canKeep()) await caches.delete(KEPT);
}

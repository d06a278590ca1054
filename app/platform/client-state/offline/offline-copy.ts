const OF_ACCOUNT = 'comboi-my-tickets';
/** Holds nothing personal: its tickets come from the device's storage. */
const OF_GUEST = 'comboi-guest-tickets';
const PAGE = '/my-tickets';
const ORDER_PAGE = '/payment-success';
export const GUEST_MARK = 'data-guest-tickets';
const MARK = 'data-kept';
const ASSET = /\/assets\/[\w./-]+/g;

/** Counts deletions: a page requested before one is not kept after it. */
let forgotten = 0;

function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window;
}

export async function saveOfflineCopy(): Promise<void> {
  if (!canKeep()) return;
  const before = forgotten;
  await navigator.serviceWorker.register('/sw.js', { scope: PAGE });
  await savePage(OF_ACCOUNT, () => forgotten === before);
}

export async function saveGuestCopy(): Promise<boolean> {
  if (!canKeep()) return false;
  for (const scope of [PAGE, ORDER_PAGE]) await navigator.serviceWorker.register('/sw.js', { scope });
  // Somebody may have signed in meanwhile.
  return savePage(OF_GUEST, (html) => html.includes(GUEST_MARK));
}

async function savePage(cacheName: string, mayKeep: (html: string) => boolean): Promise<boolean> {
  const page = await fetch(PAGE, { headers: { Accept: 'text/html' } });
  const html = await page.text();
  // No `await` between this check and opening: deleting a cache after it was opened also deletes what is put into it.
  if (!page.ok || page.redirected || !mayKeep(html)) return false;
  const cache = await caches.open(cacheName);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const needed = new Set([...(html.match(ASSET) ?? []), ...loaded.filter((path) => path.startsWith('/assets/'))]);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll([...needed].filter((path) => !cached.has(path)));
  await cache.put(PAGE, asStored(page, html));
  await Promise.all([...cached].filter((path) => path !== PAGE && !needed.has(path)).map((path) => cache.delete(path)));
  return true;
}

/** Marked, since the browser can't tell a kept page from a fresh one. */
function asStored(page: Response, html: string): Response {
  const headers = new Headers(page.headers);
  // They describe the bytes as transferred.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  return new Response(html.replace('<html ', `<html ${MARK} `), { status: page.status, headers });
}

export function takeOfflineMark(): boolean {
  const marked = document.documentElement.hasAttribute(MARK);
  document.documentElement.removeAttribute(MARK);
  return marked;
}

export async function hasOfflineCopy(): Promise<boolean> {
  if (!canKeep()) return false;
  const copies = await Promise.all([OF_ACCOUNT, OF_GUEST].map((cacheName) => caches.match(PAGE, { cacheName })));
  return copies.some((copy) => copy !== undefined);
}

export async function deleteOfflineCopy(): Promise<void> {
  forgotten += 1;
  if (canKeep()) await caches.delete(OF_ACCOUNT);
}

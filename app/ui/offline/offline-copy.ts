/** One page of one person, kept on the device for where there is no coverage. The worker that shows it is /sw.js. */
const OF_ACCOUNT = 'comboi-my-tickets';
/** The same page as guests see it: the tickets in it come from the device, so it holds nothing of anybody. */
const OF_GUEST = 'comboi-guest-tickets';
const PAGE = '/my-tickets';
const ORDER_PAGE = '/payment-success';
/** Written into the page that the server renders for guests. */
export const GUEST_MARK = 'data-guest-tickets';
const MARK = 'data-kept';
const ASSET = /\/assets\/[\w./-]+/g;

/** Times that everything was forgotten: what was asked for before that is not kept after it. */
let forgotten = 0;

function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window;
}

/** Keeps the page as the server renders it now, with all it needs, in place of what was kept before. */
export async function saveOfflineCopy(): Promise<void> {
  if (!canKeep()) return;
  const before = forgotten;
  await navigator.serviceWorker.register('/sw.js', { scope: PAGE });
  await keepPage(OF_ACCOUNT, () => forgotten === before);
}

/** As `saveOfflineCopy`, for a guest whose tickets the device keeps. False where it can't be done. */
export async function saveGuestCopy(): Promise<boolean> {
  if (!canKeep()) return false;
  for (const scope of [PAGE, ORDER_PAGE]) await navigator.serviceWorker.register('/sw.js', { scope });
  // Somebody may have signed in meanwhile: an account's page is never kept as a guest's.
  return keepPage(OF_GUEST, (html) => html.includes(GUEST_MARK));
}

async function keepPage(cacheName: string, mayKeep: (html: string) => boolean): Promise<boolean> {
  const page = await fetch(PAGE, { headers: { Accept: 'text/html' } });
  const html = await page.text();
  // Nothing may come between this look and opening: a cache that is deleted after it was opened takes all that follows along.
  if (!page.ok || page.redirected || !mayKeep(html)) return false;
  const cache = await caches.open(cacheName);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const needed = new Set([...(html.match(ASSET) ?? []), ...loaded.filter((path) => path.startsWith('/assets/'))]);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll([...needed].filter((path) => !kept.has(path)));
  await cache.put(PAGE, asKept(page, html));
  await Promise.all([...kept].filter((path) => path !== PAGE && !needed.has(path)).map((path) => cache.delete(path)));
  return true;
}

/** The page, marked: where coverage is bad, not even the browser knows that what it shows is old. */
function asKept(page: Response, html: string): Response {
  const headers = new Headers(page.headers);
  // Of the bytes that came, not of those kept here.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  return new Response(html.replace('<html ', `<html ${MARK} `), { status: page.status, headers });
}

/** True, once, where the page that was loaded is the kept one and not the server's of now. */
export function takeOfflineMark(): boolean {
  const marked = document.documentElement.hasAttribute(MARK);
  document.documentElement.removeAttribute(MARK);
  return marked;
}

/** True when there is something to show without coverage. */
export async function hasOfflineCopy(): Promise<boolean> {
  if (!canKeep()) return false;
  const copies = await Promise.all([OF_ACCOUNT, OF_GUEST].map((cacheName) => caches.match(PAGE, { cacheName })));
  return copies.some((copy) => copy !== undefined);
}

/** Whoever uses the device next finds nothing of an account. */
export async function deleteOfflineCopy(): Promise<void> {
  forgotten += 1;
  if (canKeep()) await caches.delete(OF_ACCOUNT);
}

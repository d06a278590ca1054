/*
 * Shows kept pages where there is no coverage: one's tickets at /my-tickets, and there too for a guest who comes back to
 * the page of a paid order. It keeps nothing itself: the pages do (app/ui/offline/offline-copy.ts). Its scopes are
 * /my-tickets and, for guests, /payment-success, so no other page ever comes from here.
 */
const OF_ACCOUNT = 'comboi-my-tickets';
const OF_GUEST = 'comboi-guest-tickets';
const PAGE = '/my-tickets';
const ORDER_PAGE = '/payment-success';
/* At a door one bar of coverage is worse than none. */
const PATIENCE_MS = 4000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate' && url.pathname === PAGE) event.respondWith(freshOrKept(request));
  else if (request.mode === 'navigate' && url.pathname === ORDER_PAGE) event.respondWith(freshOrKeptTickets(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(keptOrFresh(request));
});

async function freshOrKept(request) {
  const kept = (await caches.match(PAGE, { cacheName: OF_ACCOUNT })) ?? (await caches.match(PAGE, { cacheName: OF_GUEST }));
  if (!kept) return fetch(request);
  const fresh = fetch(request);
  fresh.catch(() => {});
  try {
    const answer = await Promise.race([fresh, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, kept))]);
    return answer.status >= 500 ? kept : answer;
  } catch {
    return kept;
  }
}

/* Waited for however long it takes: it may be an order that was paid this minute. */
async function freshOrKeptTickets(request) {
  try {
    return await fetch(request);
  } catch (error) {
    if (await caches.match(PAGE, { cacheName: OF_GUEST })) return Response.redirect(PAGE, 302);
    throw error;
  }
}

/* Names of assets hold their hash: a kept one is never stale. */
async function keptOrFresh(request) {
  return (await caches.match(request.url, { cacheName: OF_ACCOUNT })) ?? (await caches.match(request.url, { cacheName: OF_GUEST })) ?? fetch(request);
}

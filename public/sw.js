/*
 * Answers without network for its two scopes, /my-tickets and, for guests, /payment-success, with the page that
 * app/platform/client-state/offline/offline-copy.ts has kept.
 */
const OF_ACCOUNT = 'comboi-my-tickets';
const OF_GUEST = 'comboi-guest-tickets';
const PAGE = '/my-tickets';
const ORDER_PAGE = '/payment-success';
/* A network too bad to answer in time counts as none. */
const TIMEOUT_MS = 4000;
/* As stored by site-sw.js, whose scope these pages are not in. */
const OFFLINE = { page: '/sense-connexio', cacheName: 'comboi-offline-page' };

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
  if (!kept) return fetch(request).catch(offlinePage);
  const fresh = fetch(request);
  fresh.catch(() => {});
  try {
    const answer = await Promise.race([fresh, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, kept))]);
    return answer.status >= 500 ? kept : answer;
  } catch {
    return kept;
  }
}

/* Waited for without limit: the order may have been paid this minute. */
async function freshOrKeptTickets(request) {
  try {
    return await fetch(request);
  } catch (error) {
    if (await caches.match(PAGE, { cacheName: OF_GUEST })) return Response.redirect(PAGE, 302);
    return offlinePage(error);
  }
}

async function offlinePage(error) {
  const page = await caches.match(OFFLINE.page, { cacheName: OFFLINE.cacheName });
  if (!page) throw error;
  return new Response((await page.text()).replace(/<!--tickets-->[^]*?<!--\/tickets-->/, ''), { headers: page.headers });
}

/* Names of assets hold their hash: a kept one is never stale. */
async function keptOrFresh(request) {
  return (await caches.match(request.url, { cacheName: OF_ACCOUNT })) ?? (await caches.match(request.url, { cacheName: OF_GUEST })) ?? fetch(request);
}

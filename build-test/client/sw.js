/*
 * Shows the kept page of one's tickets where there is no coverage. It keeps nothing itself: the page does
 * (app/ui/kept-page.ts), and forgets it when somebody leaves. Its scope is /my-tickets alone, so no other page ever
 * comes from here.
 */
const KEPT = 'comboi-my-tickets';
const PAGE = '/my-tickets';
/* At a door one bar of coverage is worse than none. */
const PATIENCE_MS = 4000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate' && url.pathname === PAGE) event.respondWith(freshOrKept(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(keptOrFresh(request));
});

async function freshOrKept(request) {
  const kept = await caches.match(PAGE, { cacheName: KEPT });
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

/* Names of assets hold their hash: a kept one is never stale. */
async function keptOrFresh(request) {
  return (await caches.match(request.url, { cacheName: KEPT })) ?? fetch(request);
}

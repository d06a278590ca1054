/* Answers without network for the two pages of the door, with what app/features/door-phone/client/readiness/offline-page.ts has kept. */
const KEPT = 'comboi-door';
/* Nobody waits at a door. */
const TIMEOUT_MS = 3000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(freshOrKept(request, url.pathname));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(keptOrFresh(request));
});

async function freshOrKept(request, page) {
  const kept = await caches.match(page, { cacheName: KEPT });
  if (!kept) return fetch(request);
  const fresh = fetch(request);
  fresh.catch(() => {});
  try {
    const answer = await Promise.race([fresh, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, kept))]);
    /* What refuses and is not from us is a proxy's, and no connection. */
    return answer.status >= 500 || (answer.status >= 400 && !answer.headers.has('x-request-id')) ? kept : answer;
  } catch {
    return kept;
  }
}

/* Names of assets hold their hash: a kept one is never stale. */
async function keptOrFresh(request) {
  return (await caches.match(request.url, { cacheName: KEPT })) ?? fetch(request);
}

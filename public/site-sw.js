/*
 * For pages that can't be reached: shows /sense-connexio as it was last stored. /my-tickets and the door have workers of their
 * own, whose narrower scopes come first. Nothing else is answered from here, nor anything of the demo's own pages.
 */
const STORED = 'comboi-offline-page';
const PAGE = '/sense-connexio';
/* As in sw.js. */
const TICKETS = { page: '/my-tickets', caches: ['comboi-my-tickets', 'comboi-guest-tickets'] };
const TICKETS_BLOCK = /<!--tickets-->[^]*?<!--\/tickets-->/;
const PICTURE = /<img src="(\/[^"]+)"/g;
const FRESH_MS = 10 * 60 * 1000;

self.addEventListener('install', (event) => {
  event.waitUntil(store().then(() => self.skipWaiting()));
});

/* Else each page would wait for the worker to start. */
self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET' || pathname.startsWith('/dev/')) return;
  if (request.mode === 'navigate') event.respondWith(freshOrOffline(event));
  else if (request.destination === 'image' && request.referrer !== '') event.respondWith(fetch(request).catch((error) => storedPicture(pathname, error)));
});

async function freshOrOffline(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(storeWhenOld().catch(() => {}));
    return answer;
  } catch (error) {
    const page = await caches.match(PAGE, { cacheName: STORED });
    if (!page) throw error;
    return (await hasTickets()) ? page : withoutTickets(page);
  }
}

async function storedPicture(path, error) {
  const picture = await caches.match(path, { cacheName: STORED, ignoreSearch: true });
  if (!picture) throw error;
  return picture;
}

async function hasTickets() {
  const stored = await Promise.all(TICKETS.caches.map((cacheName) => caches.match(TICKETS.page, { cacheName })));
  return stored.some(Boolean);
}

async function withoutTickets(page) {
  return new Response((await page.text()).replace(TICKETS_BLOCK, ''), { headers: page.headers });
}

async function storeWhenOld() {
  const page = await caches.match(PAGE, { cacheName: STORED });
  if (!page || Date.now() - Date.parse(page.headers.get('Date') ?? '') > FRESH_MS) await store();
}

async function store() {
  const page = await fetch(PAGE, { credentials: 'omit' });
  if (!page.ok) return;
  const cache = await caches.open(STORED);
  const pictures = [...(await page.clone().text()).matchAll(PICTURE)].map(([, address]) => address);
  await cache.addAll(pictures);
  await cache.put(PAGE, await readable(page));
}

/* Encoding and length describe the bytes as transferred. */
async function readable(page) {
  const headers = new Headers(page.headers);
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  if (!headers.has('Date')) headers.set('Date', new Date().toUTCString());
  return new Response(await page.text(), { headers });
}

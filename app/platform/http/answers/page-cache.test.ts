import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { beforeEach, describe, expect, test } from 'vitest';

import type { FeedChange } from '#app/platform/adapters/db/change-feed.server.ts';
import { PAGES } from '#app/features.ts';

import { createReadyPages, type ReadyPages } from '../fast-path/ready-pages.server.ts';
import { createRouteTable } from '../route-table.server.ts';
import { createPageCache, type PageCache } from './page-cache.server.ts';

let now: number;
let isListening: boolean;
let change: (what?: FeedChange) => void;
let made: number;
let cache: PageCache;
let readyPage: ReadyPages;
beforeEach(() => {
  [now, isListening, made] = [0, true, 0];
  const changes = {
    subscribe(hear: (what: FeedChange) => void) {
      change = (what = 'anything') => hear(what);
      return () => {};
    },
    isListening: () => isListening,
  };
  cache = createPageCache(createRouteTable(PAGES), { monotonicNow: () => now, changes });
  readyPage = createReadyPages(cache, () => {});
});

async function get(path = '/order/1', headers: Record<string, string> = {}, answer: ResponseInit = {}): Promise<Response> {
  return cache.get(new Request(`http://localhost${path}`, { headers }), async () => {
    made += 1;
    return new Response(`<p>${made}</p>`, { headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': `script-src 'sha256-${made}'` }, ...answer });
  });
}

test('a page is made once, compressed once, and comes with the policy of its own making', async () => {
  const [plain, zipped, br] = await Promise.all([get(), get('/order/1', { 'Accept-Encoding': 'gzip' }), get('/order/1', { 'Accept-Encoding': 'gzip, br' })]);
  expect(await plain.text()).toBe('<p>1</p>');
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe('<p>1</p>');
  expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe('<p>1</p>');
  expect(br.headers.get('content-security-policy')).toBe("script-src 'sha256-1'");
  expect(new Set([plain, zipped, br].map(({ headers }) => headers.get('etag'))).size).toBe(3);
  expect(made).toBe(1);
});

test('who has it already is told so, with the policy and without the page', async () => {
  const first = await get('/order/1', { 'Accept-Encoding': 'br' });
  const again = await get('/order/1', { 'Accept-Encoding': 'br', 'If-None-Match': `"another", W/${first.headers.get('etag')}` });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', first.headers.get('etag')]);
  expect(again.headers.get('content-security-policy')).toBe("script-src 'sha256-1'");
  expect((await get('/order/1', { 'Accept-Encoding': 'gzip', 'If-None-Match': first.headers.get('etag')! })).status).toBe(200);
});

test('a change drops it at once, also while it is being made', async () => {
  await get();
  change();
  expect(await (await get()).text()).toBe('<p>2</p>');
  const slow = cache.get(new Request('http://localhost/order/9'), async () => {
    change();
    return new Response('before the change');
  });
  expect(await (await slow).text()).toBe('before the change');
  expect(await (await get('/order/9')).text()).not.toBe('before the change');
});

test('how many places are left has it made anew only when its second is over', async () => {
  await get();
  change({ placesLeftOf: 1 });
  now = 1_000;
  expect(await (await get()).text()).toBe('<p>1</p>');
  now = 1_001;
  expect(await (await get()).text()).toBe('<p>2</p>');
});

test('time drops it after a second, and sooner where changes are not heard', async () => {
  await get();
  now = 999;
  await get();
  expect(made).toBe(1);
  isListening = false;
  await get();
  expect(made).toBe(2);
  isListening = true;
  now = 2_100;
  await get();
  expect(made).toBe(3);
});

test('while time alone has a page made anew, the one before is still at hand; after a change it is not', async () => {
  const ready = (): string | null => {
    const page = readyPage(new Request('http://localhost/order/1'));
    return page && Buffer.from(page.body!).toString();
  };
  expect(ready()).toBeNull();
  await get();
  expect(ready()).toBe('<p>1</p>');
  now = 1_001;
  expect(ready()).toBeNull();
  const renewed = get();
  expect(ready()).toBe('<p>1</p>');
  await renewed;
  expect(ready()).toBe('<p>2</p>');
  now = 5_000;
  const late = get();
  expect(ready()).toBeNull();
  await late;
  change();
  expect(ready()).toBeNull();
  const changed = get();
  expect(ready()).toBeNull();
  await changed;
});

test('what comes out as it was before stays compressed as it is; what has changed is compressed for whoever asks next', async () => {
  const request = new Request('http://localhost/order/1', { headers: { 'Accept-Encoding': 'br' } });
  const html = ['same', 'same', 'other'];
  const make = async (): Promise<Response> => new Response(html[(made += 1) - 1], { headers: { 'Content-Type': 'text/html' } });
  const ask = async (): Promise<Response> => cache.get(new Request('http://localhost/order/1', { headers: { 'Accept-Encoding': 'br' } }), make);
  await ask();
  const cached = readyPage(request)!;
  change();
  expect(readyPage(request)).toBeNull();
  await ask();
  expect(readyPage(request)).toBe(cached);
  now = 1_001;
  await ask();
  expect([made, brotliDecompressSync(readyPage(request)!.body!).toString()]).toEqual([3, 'other']);
});

test('a page that takes its time is waited for, not made once more', async () => {
  const finish = Promise.withResolvers<void>();
  const slow = async (): Promise<Response> => {
    made += 1;
    await finish.promise;
    return new Response('late');
  };
  const responses = [cache.get(new Request('http://localhost/order/1'), slow)];
  now = 1_500;
  responses.push(cache.get(new Request('http://localhost/order/1'), slow));
  expect(made).toBe(1);
  change();
  responses.push(cache.get(new Request('http://localhost/order/1'), slow));
  expect(made).toBe(2);
  finish.resolve();
  await Promise.all(responses);
});

test('the data of a page that guests share is kept like the page, and so is a redirect', async () => {
  for (const path of ['/_.data', '/tickets.data', '/tickets.data?event=7', '/my-tickets.data']) {
    made = 0;
    for (let n = 0; n < 2; n += 1) await get(path);
    expect([path, made]).toEqual([path, path === '/my-tickets.data' ? 2 : 1]);
  }
  made = 0;
  for (let n = 0; n < 2; n += 1) {
    const answer = await get('/order/3', { 'If-None-Match': '"x"' }, { status: 302, headers: { Location: '/tickets' } });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('etag'), readyPage(new Request('https://localhost/order/3'))]).toEqual([302, '/tickets', null, null]);
  }
  expect(made).toBe(1);
});

describe('made for one alone is what', () => {
  test.each([
    ['has a query', '/order/1?x=1', {}],
    ['asks for more than the number of an event', '/tickets?event=1&x=1', {}],
    ['asks for what is no number', '/tickets?event=01', {}],
    ['nobody shares', '/my-tickets', {}],
    ['is spelt with percent signs', '/order/%31', {}],
    ['ends with a slash', '/order/1/', {}],
    ['a program with a pass asks for', '/order/1', { Authorization: 'Bearer x' }],
    ["a browser with an offer of the waiting list asks for", '/order/1', { Cookie: 'comboi_visitor=a; __Host-comboi_offer=b' }],
    ['a browser with a message to be told asks for', '/order/1', { Cookie: 'comboi_message=b' }],
  ])('%s', async (_, path, headers) => {
    await get(path, headers);
    await get(path, headers);
    expect(made).toBe(2);
  });

  test('sets a cookie, or was not found', async () => {
    for (let n = 0; n < 2; n += 1) expect((await get('/order/1', {}, { headers: { 'Set-Cookie': 'a=b' } })).headers.get('set-cookie')).toBe('a=b');
    expect(made).toBe(2);
    made = 0;
    for (let n = 0; n < 2; n += 1) expect((await get('/order/2', {}, { status: 404 })).status).toBe(404);
    expect(made).toBe(2);
  });
});

test('the list with an event asked for is kept as well, and numbers asked for at random push no other page out', async () => {
  await get('/order/1');
  await get('/tickets?event=7');
  await get('/tickets?event=7');
  expect(made).toBe(2);
  for (let n = 100; n < 300; n += 1) await get(`/tickets?event=${n}`);
  made = 0;
  await get('/order/1');
  await get('/tickets?event=299');
  expect(made).toBe(0);
  await get('/tickets?event=7');
  expect(made).toBe(1);
});

test('no more than a hundred pages are kept, the oldest go', async () => {
  for (let n = 1; n <= 101; n += 1) await get(`/order/${n}`);
  await get('/order/101');
  expect(made).toBe(101);
  await get('/order/1');
  expect(made).toBe(102);
});

test('addresses at random, whether there is a page or not, evict none that is cached', async () => {
  await get('/order/1');
  const odd = Array.from({ length: 300 }, (_, n) => [`/order/no-${n}`, `/order/%3${n % 10}${n}`, `/order/${n}/`, `/order/1?x=${n}`]).flat();
  await Promise.all(odd.map((path) => get(path, {}, { status: path.startsWith('/order/no-') ? 404 : 200 })));
  made = 0;
  await get('/order/1');
  expect(made).toBe(0);
});

test('a page that is gone leaves the cache, and is cached again once it is back', async () => {
  await get('/order/1');
  change();
  expect((await get('/order/1', {}, { status: 404 })).status).toBe(404);
  for (let n = 0; n < 2; n += 1) expect((await get('/order/1')).status).toBe(200);
  expect(made).toBe(3);
});

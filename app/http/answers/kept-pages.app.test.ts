import { createHash } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { ShownChange } from '#app/adapters/db/shown-changes.server.ts';
import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPlacedOrder, post, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';

let app: TestApp;
let neighbour: TestApp;
beforeAll(async () => {
  app = await aTestApp();
  neighbour = await app.another();
  await vi.waitUntil(() => app.deps.changes.isHearing() && neighbour.deps.changes.isHearing(), { timeout: 60_000 });
});
afterAll(async () => {
  await neighbour.close();
  await closeInOrder(app);
});

async function page(path: string, headers: Record<string, string> = {}): Promise<{ html: string; headers: Headers; status: number }> {
  const answer = await app.ask(path, { headers });
  return { html: await answer.text(), headers: answer.headers, status: answer.status };
}

test("an event's page allows the scripts of its own bytes, is known by its tag, and still names the visitor", async () => {
  const event = await anEvent(app);
  const { html, headers } = await page(`/order/${event.id}`);
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script!).filter((script) => !script.startsWith('{"@context"'));
  expect(scripts.length).toBeGreaterThan(0);
  const policy = headers.get('content-security-policy')!;
  for (const script of scripts) expect(policy).toContain(createHash('sha256').update(script).digest('base64'));
  expect(headers.get('set-cookie')).toContain('comboi_visitor');
  const known = await page(`/order/${event.id}`, { 'If-None-Match': headers.get('etag')! });
  expect([known.status, known.html]).toEqual([304, '']);
});

test('what another process changes is seen here at once', async () => {
  const event = await anEvent(app, { maxTickets: 40 });
  await page(`/order/${event.id}`);
  await page('/tickets');
  const begun = performance.now();
  await changeEvent(neighbour, event.id, { title: 'Sopar de la nit canviada' });
  await expect.poll(async () => (await page(`/order/${event.id}`)).html, { interval: 5 }).toContain('Sopar de la nit canviada');
  const ms = performance.now() - begun;
  figure('kept pages: a change of another process is shown after', `${ms.toFixed(0)} ms`);
});

test('places that go are told within about a second, the last one and the first that comes back at once', async () => {
  const event = await anEvent(app, { maxTickets: 21 });
  const show = async () => page(`/order/${event.id}`);
  await show();
  const heard: ShownChange[] = [];
  app.deps.changes.follow((change) => heard.push(change));
  await aPlacedOrder(neighbour, { event, quantity: 1 });
  await expect.poll(async () => (await show()).html, { interval: 20 }).toContain('Queden 20');
  expect(heard).toEqual([{ placesLeftOf: event.id }]);
  const last = await aPlacedOrder(neighbour, { event, quantity: 20 });
  await expect.poll(() => heard).toContain('anything');
  expect((await show()).status).toBe(302);
  heard.length = 0;
  await post(neighbour, `/api/orders/${last.orderId}/cancel`);
  await expect.poll(() => heard).toContain('anything');
  expect((await show()).status).toBe(200);
});

test('nobody is shown what was made for somebody signed in, nor the other way round', async () => {
  const event = await anEvent(app);
  const cookie = await signedIn(app, 'soci@comboi.test');
  const mine = await page(`/order/${event.id}`, { Cookie: cookie });
  expect(mine.html).toContain('soci@comboi.test');
  expect(mine.headers.get('etag')).toBeNull();
  const theirs = await page(`/order/${event.id}`);
  expect(theirs.html).not.toContain('soci@comboi.test');
  expect((await page(`/order/${event.id}`, { Cookie: cookie })).html).toContain('soci@comboi.test');
});

describe('a kept page that is answered without the way through all the layers', () => {
  let url: string;
  beforeAll(async () => {
    const server = createServer((incoming, outgoing) => app.answerKept(incoming, outgoing) || outgoing.writeHead(418).end());
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return () => server.close();
  });

  /** As it is while it is kept: a minute of a slow machine is longer than that. */
  async function shortcut(path: string, init: RequestInit = {}): Promise<Response> {
    for (const encoding of ['identity', 'gzip', 'br']) await app.ask(path, { headers: { 'Accept-Encoding': encoding } });
    return fetch(url + path, init);
  }

  /** But those that are new each time. */
  function headersOf({ headers }: Response): Record<string, string> {
    return Object.fromEntries([...headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'x-request-id', 'set-cookie'].includes(name)));
  }

  /** As it is on the wire: `fetch` would unpack it. */
  async function raw(address: string, headers: Record<string, string>): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
    return new Promise((resolve, reject) => {
      request(address, { headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: headersOf(new Response(null, { headers: answer.headers as Record<string, string> })), body: Buffer.concat(chunks) }));
      }).on('error', reject).end();
    });
  }

  test('has the same headers, but those that are new each time', async () => {
    const event = await anEvent(app);
    for (const path of ['/tickets', `/tickets?event=${event.id}`, `/order/${event.id}`]) {
      const slow = await app.ask(path, { headers: { 'Accept-Encoding': 'br' } });
      const quick = await shortcut(path, { headers: { 'Accept-Encoding': 'br' } });
      expect([quick.status, headersOf(quick)]).toEqual([200, headersOf(slow)]);
      expect(quick.headers.has('set-cookie')).toBe(slow.headers.has('set-cookie'));
    }
    expect((await shortcut(`/order/${event.id}`, { headers: { Cookie: `comboi_visitor=${app.deps.ids.uuid()}` } })).headers.has('set-cookie')).toBe(false);
  });

  test('is counted by its route', async () => {
    const event = await anEvent(app);
    const counted = async (): Promise<number> => Number(/comboi_kept_answers_total\{route="\/order\/:eventId",status="200"\} (\d+)/.exec(await app.deps.metrics.text())?.[1] ?? 0);
    const before = await counted();
    await shortcut(`/order/${event.id}`);
    expect(await counted()).toBe(before + 1);
    expect(await counted()).toBe(before + 1);
    await shortcut(`/order/${event.id}`);
    expect(await counted()).toBe(before + 2);
  });

  test('is not sent again to whoever has it', async () => {
    const slow = await app.ask('/tickets');
    const tag = slow.headers.get('etag')!;
    const asked = { 'Accept-Encoding': 'identity', 'If-None-Match': `W/"other", W/${tag}` };
    const [known, quick] = [await app.ask('/tickets', { headers: asked }), await shortcut('/tickets', { headers: asked })];
    expect([quick.status, await quick.text(), headersOf(quick)]).toEqual([304, '', headersOf(known)]);
    expect((await shortcut('/tickets', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test.each<[string, string, RequestInit]>([
    ['somebody who is signed in', '/tickets', { headers: { Cookie: 'comboi.session_token=x' } }],
    ['a program with a pass', '/tickets', { headers: { Authorization: 'Bearer x' } }],
    ['a form', '/tickets', { method: 'POST' }],
    ['a page of one alone', '/my-tickets', {}],
    ['another query', '/tickets?event=1&x=1', {}],
  ])('is not for %s', async (_, path, init) => {
    expect((await shortcut(path, init)).status).toBe(418);
  });

  test('and so has a file, in each encoding, once it was asked for', async () => {
    const { html } = await page('/tickets');
    const paths = [...new Set(html.match(/\/assets\/[^"']+\.(css|js|woff2)/g))];
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      for (const encoding of ['br, gzip', 'gzip, deflate', 'identity', 'br;q=0']) {
        const asked = { headers: { 'Accept-Encoding': encoding } };
        const slow = await app.ask(path, asked);
        const wanted = Buffer.from(await slow.arrayBuffer());
        if (slow.headers.get('content-length') === null || wanted.length > 256 * 1024) continue;
        const quick = await vi.waitUntil(async () => {
          const answer = await raw(url + path, asked.headers);
          return answer.status === 200 && answer;
        }, { timeout: 60_000 });
        expect([quick.headers, wanted.equals(quick.body)]).toEqual([headersOf(slow), true]);
      }
    }
    expect((await fetch(url + paths[0]!, { headers: { Range: 'bytes=0-9' } })).status).toBe(418);
    expect((await fetch(`${url}/assets/none.js`)).status).toBe(418);
  });

  test('is not for another host, and not older than a change', async () => {
    await app.ask('/tickets');
    const status = await new Promise((resolve) => {
      request(`${url}/tickets`, { headers: { Host: 'evil.example' } }, (answer) => resolve(answer.resume().statusCode)).end();
    });
    expect(status).toBe(418);
    const event = await anEvent(app);
    expect((await shortcut('/tickets')).status).toBe(200);
    await changeEvent(neighbour, event.id, { title: 'Sopar que canvia' });
    await expect.poll(async () => (await fetch(`${url}/tickets`)).status, { interval: 5 }).toBe(418);
  });
});

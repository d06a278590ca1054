import { createHash } from 'node:crypto';
import { get } from 'node:http';

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import type { FeedChange } from '#app/platform/adapters/db/change-feed.server.ts';
import { closeServer, listen } from '#app/platform/http/listen.server.ts';
import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPlacedOrder, post, signedIn } from '#tests/support/people/buyers.ts';
import { freezeMonotonicTime } from '#tests/support/process/frozen-time.ts';
import { figure } from '#tests/support/reporting/counts.ts';

describe.each([{ which: 'by the fast path', fastPath: '1' }, { which: 'without it', fastPath: '0' }])('$which', ({ fastPath }) => {
  let app: TestApp;
  let neighbour: TestApp;
  beforeAll(async () => {
    app = await aTestApp({ env: { COMBOI_FAST_PATH: fastPath } });
    neighbour = await app.another({ COMBOI_FAST_PATH: fastPath });
    await vi.waitUntil(() => app.deps.changes.isListening() && neighbour.deps.changes.isListening(), { timeout: 60_000 });
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
    await app.deps.changes.catchUp();
    const received: FeedChange[] = [];
    app.deps.changes.subscribe((change) => received.push(change));
    await aPlacedOrder(neighbour, { event, quantity: 1 });
    await expect.poll(async () => (await show()).html, { interval: 20 }).toContain('Queden 20');
    expect(received).toEqual([{ placesLeftOf: event.id }]);
    const last = await aPlacedOrder(neighbour, { event, quantity: 20 });
    await expect.poll(() => received).toContain('anything');
    expect((await show()).status).toBe(302);
    received.length = 0;
    await post(neighbour, `/api/orders/${last.orderId}/cancel`);
    await expect.poll(() => received).toContain('anything');
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

  describe('a page that is answered from memory', () => {
    /** But those that are new each time, and the connection's own. */
    function headersOf({ headers }: { headers: Headers }): Record<string, string> {
      return Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'set-cookie', 'date', 'connection', 'keep-alive'].includes(name)));
    }

    test('has the same bytes and headers as when it was made, and a request id of its own', async () => {
      const event = await anEvent(app);
      for (const path of ['/tickets', `/tickets?event=${event.id}`, `/order/${event.id}`, '/api/events']) {
        for (const encoding of ['identity', 'gzip', 'br']) {
          const made = await neighbour.ask(path, { headers: { 'Accept-Encoding': encoding } });
          const cached = await neighbour.ask(path, { headers: { 'Accept-Encoding': encoding } });
          expect([cached.status, headersOf(cached)]).toEqual([200, headersOf(made)]);
          expect(Buffer.from(await cached.arrayBuffer()).equals(Buffer.from(await made.arrayBuffer()))).toBe(true);
          expect(cached.headers.get('x-request-id')).not.toBe(made.headers.get('x-request-id'));
          expect(cached.headers.has('set-cookie')).toBe(made.headers.has('set-cookie'));
        }
      }
      const known = await neighbour.ask(`/order/${event.id}`, { headers: { Cookie: `comboi_visitor=${app.deps.ids.uuid()}` } });
      expect(known.headers.has('set-cookie')).toBe(false);
    });

    test('is counted by its route', async () => {
      const event = await anEvent(app);
      const counted = async (): Promise<number> => Number(/comboi_request_seconds_count\{method="GET",route="\/order\/:eventId",status="200"\} (\d+)/.exec(await app.deps.metrics.text())?.[1] ?? 0);
      const before = await counted();
      for (let n = 0; n < 3; n += 1) await page(`/order/${event.id}`);
      expect(await counted()).toBe(before + 3);
    });

    test('is not sent again to whoever has it', async () => {
      const { headers } = await page('/tickets');
      const requestHeaders = { 'Accept-Encoding': 'identity', 'If-None-Match': `W/"other", W/${headers.get('etag')!}` };
      for (const known of [await page('/tickets', requestHeaders), await page('/tickets', requestHeaders)]) {
        expect([known.status, known.html, known.headers.get('content-type')]).toEqual([304, '', null]);
        expect(known.headers.get('x-frame-options')).toBe('DENY');
      }
      expect((await page('/tickets', { 'If-None-Match': '"other"' })).status).toBe(200);
    });

    test('is not for another host, nor for a form', async () => {
      await page('/tickets');
      const stranger = await app.fetch(new Request('http://evil.example/tickets'), { address: '127.0.0.1' });
      expect(stranger.status).toBe(421);
      expect((await app.ask('/tickets', { method: 'POST', headers: { Origin: 'http://evil.example' } })).status).toBe(403);
    });

    test('leaves by the socket as it is answered to a `Request`', async () => {
      const { env } = app.deps;
      const server = await listen({ env: { ...env, port: 0, host: '127.0.0.1' }, answer: app.fetch, atOnce: app.atOnce, isEnding: () => false });
      onTestFinished(() => closeServer(server, 1_000));
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('it does not listen');
      const bySocket = async (path: string, headers: Record<string, string>): Promise<{ status: number | undefined; headers: Headers; body: string }> =>
        new Promise((resolve, reject) => {
          get({ host: '127.0.0.1', port: address.port, path, headers: { Host: env.publicUrl.host, ...headers } }, (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('end', () => resolve({ status: answer.statusCode, headers: new Headers(answer.headersDistinct as Record<string, never>), body: Buffer.concat(chunks).toString('base64') }));
          }).on('error', reject);
        });
      const { headers } = await page('/tickets', { 'Accept-Encoding': 'identity' });
      const requests: [string, Record<string, string>][] = [
        ['/tickets', { 'Accept-Encoding': 'identity' }],
        ['/tickets', { 'Accept-Encoding': 'gzip, br' }],
        ['/tickets', { 'Accept-Encoding': 'identity', 'If-None-Match': headers.get('etag')! }],
        ['/tickets', { Host: 'evil.example' }],
      ];
      for (const [path, sent] of requests) {
        await app.ask(path, { headers: sent });
        const expected = await app.fetch(new Request(`http://${sent['Host'] ?? env.publicUrl.host}${path}`, { headers: sent }), { address: '127.0.0.1' });
        const answer = await bySocket(path, sent);
        const body = Buffer.from(await expected.arrayBuffer()).toString('base64');
        expect([answer.status, answer.body.length, headersOf(answer)], path).toEqual([expected.status, body.length, headersOf(expected)]);
      }
      for (const host of ['a:99999', '[', '::', 'evil.example/tickets?']) expect((await bySocket('/tickets', { Host: host })).status, host).toBe(400);
      expect((await bySocket('/tickets', {})).status).toBe(200);
    });

    test('counts as a request of its network like any other', async () => {
      const limited = await app.another({ COMBOI_FAST_PATH: fastPath, COMBOI_RATE_LIMITS: '1' });
      onTestFinished(() => limited.close());
      freezeMonotonicTime();
      let last = await limited.ask('/contact', { address: '198.51.100.7' });
      for (let n = 0; n < 12_000 && last.status === 200; n += 1) last = await limited.ask('/contact', { address: '198.51.100.7' });
      expect(last.status).toBe(429);
      expect((await limited.ask('/contact', { address: '198.51.100.8' })).status).toBe(200);
    });

    test('is not older than a change, of which whoever made it has heard', async () => {
      const event = await anEvent(app);
      await page('/tickets');
      await changeEvent(neighbour, event.id, { title: 'Sopar que canvia' });
      await app.deps.changes.catchUp();
      expect((await page('/tickets')).html).toContain('Sopar que canvia');
    });
  });
});

import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPlacedOrder, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';

let app: TestApp;
let neighbour: TestApp;
beforeAll(async () => {
  app = await aTestApp();
  neighbour = await app.another();
  await vi.waitUntil(() => app.deps.changes.isHearing() && neighbour.deps.changes.isHearing());
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
  expect(ms).toBeLessThan(900);
  await aPlacedOrder(neighbour, { event, quantity: 20 });
  await expect.poll(async () => (await page('/tickets')).html, { interval: 5, timeout: 900 }).toContain('Queden 20');
  figure('kept pages: a change of another process is shown after', `${ms.toFixed(0)} ms`);
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

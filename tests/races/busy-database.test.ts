import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { aTicket, order, signedIn } from '#tests/support/people/buyers.ts';
import { aDoorkeeper, aPassHolder, aSoldTicket, verify } from '#tests/support/people/scanners.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp({ timeoutFactor: 1 });
});
afterAll(() => closeInOrder(app));

test('a stock row that somebody holds is BUSY for the others, not a hang: the same key succeeds afterwards', async () => {
  const event = await anEvent(app, { maxTickets: 10 });
  const elsewhere = await anEvent(app);
  await app.db.query.transaction().execute(async (tx) => {
    await tx.selectFrom('eventStock').select('sold').where('eventId', '=', event.id).forUpdate().execute();
    const [refused, other] = await Promise.all([order(app, { event, key: 'a-busy-moment' }), order(app, { event: elsewhere })]);
    expect(refused).toMatchObject({ status: 503, body: { code: 'BUSY' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(other.status).toBe(201);
  });
  expect(await order(app, { event, key: 'a-busy-moment' })).toMatchObject({ status: 201 });
  expect(await soldOf(app, event.id)).toBe(1);
});

test('a pool that is used up by slow statements keeps nobody waiting who holds an evening pass, and tells others soon to try again', async () => {
  const event = await anEvent(app);
  const ticket = await aSoldTicket(app, event);
  const passHolder = await aPassHolder(app, { admin: await aDoorkeeper(app, { admin: true }), events: [event] });
  let isOver = false;
  const slow = Promise.all(
    Array.from({ length: 100 }, async () => {
      while (!isOver) await sql`select pg_sleep(3)`.execute(app.db.query).catch(() => undefined);
    }),
  );
  onTestFinished(async () => {
    isOver = true;
    await slow;
  });
  const refusedAfter = timedOrder(event);
  const waits: number[] = [];
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const requestedAt = performance.now();
    expect((await verify(app, passHolder, { qrData: ticket.id, eventId: event.id })).code).toBe('VALID');
    waits.push(performance.now() - requestedAt);
  }
  figure('G5 verifications while the pool is used up, slowest of 20', `${Math.round(Math.max(...waits))} ms`);
  const { status, retryAfter, ms } = await refusedAfter;
  expect(status).toBe(503);
  expect(retryAfter).toBeGreaterThan(0);
  figure('G5 an order while the pool is used up is told to try again after', `${(ms / 1000).toFixed(1)} s`);
  isOver = true;
  await slow;
  expect((await order(app, { event })).status).toBe(201);
});

test('whoever is signed in is told BUSY, not that something broke, while nobody can read the sessions', async () => {
  const event = await anEvent(app);
  const headers = { Cookie: await signedIn(app, 'admin@comboi.test'), 'Content-Type': 'application/json' };
  const asks: [string, string, body?: object][] = [
    ['POST', '/api/orders', { eventId: event.id, email: 'neus@example.com', tickets: [aTicket(event)] }],
    ['GET', '/api/session'],
    ['GET', '/api/admin/orders'],
    ['GET', '/my-tickets'],
    ['GET', `/api/door/${event.id}/list`],
  ];
  const answers = await app.db.query.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx);
    return Promise.all(asks.map(([method, path, body]) => app.ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })));
  });
  expect(answers.map(({ status }, at) => [asks[at]![1], status])).toEqual(asks.map(([, path]) => [path, 503]));
  for (const { headers: answerHeaders } of answers) expect(Number(answerHeaders.get('retry-after'))).toBeGreaterThan(0);
});

async function timedOrder(event: EventDetail): Promise<{ status: number; retryAfter: number; ms: number }> {
  const begun = performance.now();
  const { status, headers } = await order(app, { event });
  return { status, retryAfter: Number(headers.get('retry-after')), ms: performance.now() - begun };
}

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { aPlacedOrder, order, refreshOrder, sessionOf } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { aftermathOf } from '#tests/support/app/sandbox-ledger.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { deliver, eventBody } from '#tests/support/app/webhooks.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let other: TestApp;
beforeEach(async () => {
  app = await aTestApp();
  other = await app.another();
});
afterEach(async () => {
  await other.close();
  await app.close();
});

const BRINKS = count({ test: 3, soak: 100 });

test('a buyer who pays while the sweeper is about to release keeps the tickets', async () => {
  const ends: string[] = [];
  const event = await anEvent(app, { maxTickets: 5 * BRINKS });
  for (let time = 1; time <= BRINKS; time += 1) {
    const placed = await aPlacedOrder(app, { event, quantity: 5 });
    app.clock.advance(36 * MINUTE_MS);
    let paidMeanwhile = false;
    app.onCheckpoint('before-hold-release', async () => {
      app.onCheckpoint('before-hold-release', null);
      await app.sandbox.pay(sessionOf(placed));
      paidMeanwhile = true;
    });
    await app.round('sweeper');
    expect(paidMeanwhile).toBe(true);
    const aftermath = await aftermathOf(app, placed);
    expect(aftermath).toMatchObject({ status: 'paid', tickets: ['active'], refunds: [], mails: ['sale'] });
    expect(await soldOf(app, event.id)).toBe(5 * time);
    ends.push(aftermath.status);
  }
  expect(await violations(app)).toEqual([]);
  figure('A9 orders that were paid and released', `${ends.filter((status) => status !== 'paid').length} of ${ends.length}`);
});

test('a buyer who pays while the sweeper is about to release, and is told so only afterwards, keeps the tickets too', async () => {
  const event = await anEvent(app, { maxTickets: 5 });
  const placed = await aPlacedOrder(app, { event, quantity: 5 });
  app.clock.advance(36 * MINUTE_MS);
  app.webhooks.arrive = false;
  app.onCheckpoint('before-hold-release', async () => {
    app.onCheckpoint('before-hold-release', null);
    await app.sandbox.pay(sessionOf(placed));
  });
  await app.round('sweeper');
  expect(await deliver(app, eventBody({ session: sessionOf(placed) }))).toBe(200);
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'paid' });
  expect(await soldOf(app, event.id)).toBe(5);
  expect(await violations(app)).toEqual([]);
});

const SEATS = count({ test: 40, soak: 300 });
const LANES = 8;

test('overdue holds, each swept, told of twice and wanted by a rival: the event is full, and each late payer has tickets or money, not both', async () => {
  const event = await anEvent(app, { maxTickets: SEATS });
  const held: PlacedOrder[] = [];
  for (let seat = 0; seat < SEATS; seat += 1) held.push(await aPlacedOrder(app, { event }));
  app.clock.advance(36 * MINUTE_MS);
  app.webhooks.arrive = false;

  const shuffled = held
    .flatMap((placed, index) => [
      async () => app.sandbox.pay(sessionOf(placed)).then(() => deliver(app, eventBody({ session: sessionOf(placed) }))),
      async () => deliver(other, eventBody({ session: sessionOf(placed) })),
      async () => (index % 3 === 0 ? app.round('sweeper') : refreshOrder(other, placed.orderId)),
      async () => order(other, { event }),
    ])
    .map((act, index) => ({ act, at: (index * 7_919) % (4 * SEATS + 1) }))
    .toSorted((one, two) => one.at - two.at);
  // All at once would let the rivals through first, whose one call is the shortest.
  const left = shuffled.values();
  await Promise.all(Array.from({ length: LANES }, async () => {
    for (const { act } of left) await act();
  }));

  // What is left to find out is found out by the jobs.
  for (let round = 0; round < 4; round += 1) {
    await app.round('sweeper');
    app.clock.advance(MINUTE_MS);
  }
  for (let refunds = 0; refunds < SEATS; refunds += 20) await app.round('refunds');

  const ends = await Promise.all(held.map((placed) => aftermathOf(app, placed)));
  expect(new Set(ends.map((end) => end.status))).toEqual(new Set(['paid', 'refunded']));
  for (const end of ends) expect(end.refunded).toEqual(end.status === 'refunded' ? [1400] : []);
  const sold = await soldOf(app, event.id);
  expect(sold).toBe(SEATS);
  expect(await violations(app)).toEqual([]);
  expect(await deadlocksOf(app, other)).toBe(0);
  const refunded = ends.filter((end) => end.status === 'refunded').length;
  figure(`A10 seats sold of ${SEATS}; of its late payers with tickets, with their money once`, `${sold}; ${ends.length - refunded}, ${refunded}`);
});

test('a page that is cancelled and paid at the same moment ends in one of the two, with the money where it belongs', async () => {
  const event = await anEvent(app, { maxTickets: 30 });
  const held: PlacedOrder[] = [];
  for (let seat = 0; seat < 30; seat += 1) held.push(await aPlacedOrder(app, { event }));
  await Promise.all(
    held.flatMap((placed) => [
      app.sandbox.cancel(sessionOf(placed)),
      app.sandbox.pay(sessionOf(placed)),
      other.ask(`/api/orders/${placed.orderId}/cancel`, { method: 'POST' }),
      order(other, { event }),
    ]),
  );
  for (let round = 0; round < 3; round += 1) {
    app.clock.advance(MINUTE_MS);
    await app.round('sandbox webhooks');
    await app.round('sweeper');
  }
  const ends = await Promise.all(held.map((placed) => aftermathOf(app, placed)));
  for (const end of ends) expect(['paid', 'refunded']).toContain(end.status);
  expect(await soldOf(app, event.id)).toBeLessThanOrEqual(30);
  expect(await violations(app)).toEqual([]);
});

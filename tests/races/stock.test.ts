import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { order, signedIn } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { lookBeforeTheLock } from '#tests/support/app/changed-functions.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** Two server processes on one database, each with connections of its own. */
let doors: [TestApp, TestApp];
beforeEach(async () => {
  const first = await aTestApp();
  doors = [first, await first.another()];
});
afterEach(async () => {
  await doors[1].close();
  await doors[0].close();
});

/** All at once, through both doors; answers how many were sold and what the others were told. */
async function rush(event: EventDetail, quantities: readonly number[]) {
  const answers = await Promise.all(quantities.map((quantity, index) => order(doors[index % 2]!, { event, quantity })));
  const sold = answers.filter((answer) => answer.status === 201).reduce((sum, answer) => sum + answer.body.ticketsCreated, 0);
  const refusals = new Set(answers.filter((answer) => answer.status !== 201).map((answer) => `${answer.status} ${answer.body.code}`));
  return { sold, refusals, answers };
}

const SOLD_OUT = /^409 (INSUFFICIENT_TICKETS|TICKETS_SOLD_OUT_DURING_PROCESSING)$/;

const BUYERS = count({ test: 200, soak: 1_000 });

test('many buyers for a hundred seats: a hundred sit, the others are told, nobody meets an error', async () => {
  const event = await anEvent(doors[0], { maxTickets: 100 });
  const { sold, refusals } = await rush(event, Array.from({ length: BUYERS }, () => 1));
  expect(sold).toBe(100);
  for (const refusal of refusals) expect(refusal).toMatch(SOLD_OUT);
  expect(await soldOf(doors[0], event.id)).toBe(100);
  expect(await violations(doors[0])).toEqual([]);
  figure(`A1 seats sold of 100 to ${BUYERS} buyers`, sold);
});

test('a limit that an admin lowers amid the rush binds every sale after it, and cancels none before', async () => {
  const [site] = doors;
  const event = await anEvent(site, { maxTickets: 150 });
  const headers = { Cookie: await signedIn(site, 'admin@comboi.test'), 'Content-Type': 'application/json' };
  const path = `/api/admin/events/${event.id}`;
  const { version, ...edited } = (await (await site.ask(path, { headers })).json()) as { version: number };
  const lowered = async (): Promise<[number, number]> => {
    const { status } = await site.ask(path, { method: 'PUT', headers: { ...headers, 'If-Match': `"${version}"` }, body: JSON.stringify({ ...edited, description: 'Sopar al casal.', maxTickets: 40 }) });
    return [status, await soldOf(site, event.id)];
  };
  const { sold: before } = await rush(event, Array.from({ length: 60 }, () => 1));
  const [[status, soldThen], { sold: after, refusals }] = await Promise.all([lowered(), rush(event, Array.from({ length: BUYERS }, () => 1))]);
  expect(status).toBe(200);
  expect(before + after).toBe(Math.max(40, soldThen));
  expect(await soldOf(site, event.id)).toBe(before + after);
  for (const refusal of refusals) expect(refusal).toMatch(SOLD_OUT);
  const ended = await site.db.query.selectFrom('tickets').select('id').where('eventId', '=', event.id).where('status', '!=', 'pending_payment').execute();
  expect(ended).toEqual([]);
  figure('F2 seats sold when the limit fell from 150 to 40, and in the end', `${soldThen}, ${before + after}`);
});

test('without the guard the same rush oversells, and the books show it', async () => {
  await lookBeforeTheLock(doors[0], { seconds: 0.2, secondsAlone: 0.02 });
  const event = await anEvent(doors[0], { maxTickets: 100 });
  const { sold } = await rush(event, Array.from({ length: BUYERS }, () => 1));
  expect(sold).toBeGreaterThan(100);
  expect(await violations(doors[0])).toContainEqual(expect.stringContaining('no event is sold beyond its limit'));
  figure('A3 seats sold beyond the limit without the guard', sold - 100);
});

test('an event without a limit sells to every buyer, and its counter is exact', async () => {
  const event = await anEvent(doors[0]);
  const { sold, refusals } = await rush(event, Array.from({ length: BUYERS }, () => 1));
  expect(sold).toBe(BUYERS);
  expect(refusals.size).toBe(0);
  expect(await soldOf(doors[0], event.id)).toBe(BUYERS);
  expect(await violations(doors[0])).toEqual([]);
  figure(`A4 sold to ${BUYERS} buyers without a limit`, sold);
});

describe('orders of one to five tickets for a hundred seats', () => {
  /** A small generator of its own, so that a seed names a run. */
  function quantitiesOf(seed: number, count: number): number[] {
    let state = seed;
    return Array.from({ length: count }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return 1 + (state % 5);
    });
  }

  const seeds = Array.from({ length: count({ test: 5, soak: 200 }) }, (_, index) => index + 1);

  test.each(seeds)('never go beyond the limit, and leave fewer seats than anyone was refused (seed %i)', async (seed) => {
    const event = await anEvent(doors[0], { maxTickets: 100 });
    const { sold, answers } = await rush(event, quantitiesOf(seed, 60));
    const left = 100 - sold;
    expect(left).toBeGreaterThanOrEqual(0);
    expect(await soldOf(doors[0], event.id)).toBe(sold);
    const refused = answers.filter((answer) => answer.status !== 201);
    for (const { body } of refused) expect(body.requested).toBeGreaterThan(left);
    for (const { body } of refused) expect(body.requested).toBeGreaterThan(body.available!);
    expect(await violations(doors[0])).toEqual([]);
  });
});

test('events that sell at once do not wait for one another, and none is deadlocked', async () => {
  const buyersOfEvent = 10;
  const rounds = count({ test: 2, soak: 20 });
  const seats = (buyersOfEvent * rounds * 3) / 4;
  const events = await Promise.all(Array.from({ length: count({ test: 10, soak: 20 }) }, () => anEvent(doors[0], { maxTickets: seats })));
  const statuses: number[] = [];
  const buyers = events.flatMap((event) =>
    Array.from({ length: buyersOfEvent }, async (_, buyer) => {
      for (let attempt = 0; attempt < rounds; attempt += 1) statuses.push((await order(doors[buyer % 2]!, { event })).status);
    }),
  );
  await Promise.all(buyers);
  const failures = statuses.filter((status) => status >= 500).length;
  expect(failures).toBe(0);
  expect(statuses.filter((status) => status === 201)).toHaveLength(events.length * seats);
  expect(await Promise.all(events.map((event) => soldOf(doors[0], event.id)))).toEqual(events.map(() => seats));
  expect(await violations(doors[0])).toEqual([]);
  const deadlocks = await deadlocksOf(...doors);
  expect(deadlocks).toBe(0);
  figure(`A14 deadlocks / waits too long in ${events.length} events with ${buyersOfEvent * rounds} buyers each`, `${deadlocks} / ${failures}`);
});

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent, PAELLA, soldOf, takenOf } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { lookBeforeTheLock } from '#tests/support/app/changed-functions.ts';
import { aTicketWith, cookieOf, order, press } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

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

const BUYERS = 200;
const PLACES = 50;

async function anEventWithPaellas(places: number): Promise<EventDetail> {
  return anEvent(doors[0], { dishes: { Paella: PAELLA, Fideuà: PAELLA }, places: { Paella: places } });
}

/** All want the same dish at once, through both doors. */
async function rush(event: EventDetail, buyers: number) {
  const answers = await Promise.all(Array.from({ length: buyers }, (_, buyer) => order(doors[buyer % 2]!, { event, tickets: [aTicketWith(event, 'Paella')] })));
  const refused = answers.filter(({ status }) => status !== 201);
  return { sold: answers.length - refused.length, refused };
}

test('the last paella asked for by two at once goes to one, and the other is told which dish of which ticket', async () => {
  const event = await anEventWithPaellas(1);
  const { sold, refused } = await rush(event, 2);
  const [section] = event.sections;
  expect([sold, refused.map(({ status, body }) => [status, body.code, body.items])]).toEqual([
    1,
    [[409, 'ITEM_SOLD_OUT', [{ ticket: 0, sectionId: section!.id, itemId: section!.items[0]!.id, available: 0 }]]],
  ]);
  expect([await takenOf(doors[0], event, 'Paella'), await soldOf(doors[0], event.id)]).toEqual([1, 1]);
  expect(await violations(doors[0])).toEqual([]);
});

test(`${BUYERS} buyers for the last ${PLACES} of one dish: exactly ${PLACES}, run after run`, async () => {
  const runs = count({ test: 2, soak: 20 });
  const sold: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const event = await anEventWithPaellas(PLACES);
    const outcome = await rush(event, BUYERS);
    sold.push(outcome.sold);
    expect(new Set(outcome.refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 ITEM_SOLD_OUT']));
    expect([await takenOf(doors[0], event, 'Paella'), await soldOf(doors[0], event.id)]).toEqual([PLACES, PLACES]);
  }
  expect(sold).toEqual(sold.map(() => PLACES));
  expect(await violations(doors[0])).toEqual([]);
  expect(await deadlocksOf(...doors)).toBe(0);
  figure(`dishes sold of ${PLACES} to ${BUYERS} buyers, ${runs} runs`, [...new Set(sold)].join(', '));
});

test('without the guard the same rush sells dishes that nobody can cook, and the books show it', async () => {
  await lookBeforeTheLock(doors[0], { seconds: 0.2, secondsAlone: 0.02 });
  const event = await anEventWithPaellas(PLACES);
  const { sold } = await rush(event, BUYERS);
  expect(sold).toBeGreaterThan(PLACES);
  expect(await violations(doors[0])).toContainEqual(expect.stringContaining('no dish is sold beyond its places'));
  figure('dishes sold beyond their places without the guard', sold - PLACES);
});

test('buyers who come and go at once leave the places exactly as they found them', async () => {
  const event = await anEventWithPaellas(20);
  await Promise.all(
    Array.from({ length: 40 }, async (_, buyer) => {
      const door = doors[buyer % 2]!;
      const placed = await order(door, { event, tickets: [aTicketWith(event, buyer % 3 === 0 ? 'Fideuà' : 'Paella')] });
      if (placed.status !== 201) return;
      if (buyer % 4 === 0) await press(door, placed.body, 'pay');
      else await door.ask(`/api/orders/${placed.body.orderId}/cancel`, { method: 'POST', headers: { Cookie: cookieOf(placed.headers) } });
    }),
  );
  expect(await violations(doors[0])).toEqual([]);
  expect(await deadlocksOf(...doors)).toBe(0);
});

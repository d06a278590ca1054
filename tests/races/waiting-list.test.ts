import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { lookBeforeTheLock } from '#tests/support/app/changed-functions.ts';
import { aPlacedOrder, order } from '#tests/support/people/buyers.ts';
import { anEntry, offerTo, openedOffer, entries, entryOf } from '#tests/support/people/waiting.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

const HOUR_MS = 60 * 60_000;
const RUSH_EVERY_MS = 4;

/** Two server processes on one database. */
let doors: [TestApp, TestApp];
beforeEach(async () => {
  const first = await aTestApp();
  doors = [first, await first.another()];
});
afterEach(async () => {
  await doors[1].close();
  await doors[0].close();
});

/** A small generator of its own, so that a seed names a run. */
function generator(seed: number): (most: number) => number {
  let state = seed * 7_919;
  return (most) => {
    // Exact in a double, and its low bits, which repeat, are left out.
    state = (state * 1_103_515 + 12_345) % 2_147_483_648;
    return 1 + (Math.floor(state / 1_024) % most);
  };
}

/** Orders of one to six tickets until the event is sold out. */
async function sellOut(event: EventDetail, places: number, next: (most: number) => number): Promise<PlacedOrder[]> {
  const sizes: number[] = [];
  for (let left = places; left > 0; left -= sizes.at(-1)!) sizes.push(Math.min(left, next(6)));
  return Promise.all(sizes.map((quantity, index) => aPlacedOrder(doors[index % 2]!, { event, quantity })));
}

async function entriesOf(event: EventDetail) {
  return doors[0].db.query.selectFrom('waitingParties').selectAll().where('eventId', '=', event.id).orderBy('queueNumber').execute();
}

/** All places come free while the list is tended by both processes, offers are taken and everybody else tries to buy. */
async function freeAll(event: EventDetail, placed: readonly PlacedOrder[], next: (most: number) => number): Promise<{ toOpenSale: number; byOffer: number }> {
  const sold = { toOpenSale: 0, byOffer: 0 };
  let isFreeing = true;
  const took = (answer: Awaited<ReturnType<typeof order>>): number => (answer.status === 201 ? answer.body.ticketsCreated : 0);

  async function takeOffers(): Promise<void> {
    const tried = new Set<string>();
    for (let idle = 0; isFreeing || idle < 2; ) {
      await Promise.all(doors.map((door) => door.round('waiting lists')));
      const offered = (await entriesOf(event)).filter(({ id, status }) => status === 'offered' && !tried.has(id));
      idle = offered.length === 0 ? idle + 1 : 0;
      await Promise.all(
        offered.map(async ({ id, places }, index) => {
          tried.add(id);
          // Some let it lie, some come with fewer.
          const kind = next(4);
          if (kind === 1) return;
          const quantity = kind === 2 ? Math.max(1, places - 1) : places;
          const answer = await order(doors[index % 2]!, { event, quantity, cookie: openedOffer(doors[0], id) });
          sold.byOffer += took(answer);
        }),
      );
    }
  }

  async function rush(door: TestApp): Promise<void> {
    while (isFreeing) {
      const answer = await order(door, { event, quantity: next(2) });
      sold.toOpenSale += took(answer);
      // Left to itself it takes all the time that the places need to come free.
      await pause(RUSH_EVERY_MS);
    }
  }

  async function free(): Promise<void> {
    const lanes = [0, 1, 2, 3].map(async (lane) => {
      for (let at = lane; at < placed.length; at += 4) {
        const answer = await doors[at % 2]!.ask(`/api/orders/${placed[at]!.orderId}/cancel`, { method: 'POST' });
        expect(answer.status).toBe(204);
      }
    });
    await Promise.all(lanes);
    isFreeing = false;
  }

  await Promise.all([free(), takeOffers(), ...doors.map(rush)]);
  return sold;
}

describe('places that come free in random orders while people wait', () => {
  const places = count({ test: 40, soak: 200 });
  const waiting = count({ test: 60, soak: 300 });
  const runs = Array.from({ length: count({ test: 2, soak: 20 }) }, (_, index) => index + 1);

  test.each(runs)('go to whole entries in the order of the list, and none to open sale (run %i)', async (seed) => {
    const next = generator(seed);
    const event = await anEvent(doors[0], { maxTickets: places });
    const placed = await sellOut(event, places, next);
    await entries(doors[0], event, Array.from({ length: waiting }, () => ({ places: next(6) })));
    const sold = await freeAll(event, placed, next);

    const list = await entriesOf(event);
    const served = list.filter(({ status }) => status !== 'waiting');
    const split = served.filter((entry) => entry.status === 'offered' && entry.offeredPlaces !== entry.places);
    const passed = list.slice(0, served.length).filter(({ status }) => status === 'waiting');
    expect({ toOpenSale: sold.toOpenSale, split: split.length, passed: passed.length, sold: await soldOf(doors[0], event.id) }).toEqual({ toOpenSale: 0, split: 0, passed: 0, sold: places });
    expect(sold.byOffer).toBeGreaterThan(0);
    expect(await violations(doors[0])).toEqual([]);
    expect(await deadlocksOf(doors[0])).toBe(0);
    figure(`waiting list, run ${seed}: ${placed.length} orders of ${places} places given up, ${waiting} entries waiting; entries served`, served.length);
    figure(`waiting list, run ${seed}: split, passed over, to open sale, by offer`, [split.length, passed.length, sold.toOpenSale, sold.byOffer].join(', '));
  });

  test('without the trigger open sale is quicker, and the books show it', async () => {
    await sql`alter table event_stock disable trigger event_stock_set_aside`.execute(doors[0].db.query);
    const next = generator(99);
    const event = await anEvent(doors[0], { maxTickets: places });
    const placed = await sellOut(event, places, next);
    await entries(doors[0], event, Array.from({ length: waiting }, () => ({ places: 6 })));
    const { toOpenSale } = await freeAll(event, placed, next);
    expect(toOpenSale).toBeGreaterThan(0);
    figure('waiting list: places that open sale took without the trigger', toOpenSale);
  });
});

/** An event that is sold out to one offer, with another entry behind it. */
async function anOffer(places: number) {
  const event = await anEvent(doors[0], { maxTickets: places });
  const { orderId } = await aPlacedOrder(doors[0], { event, quantity: places });
  const [entry, behind] = [await anEntry(doors[0], event, places), await anEntry(doors[0], event, places)];
  await doors[0].ask(`/api/orders/${orderId}/cancel`, { method: 'POST' });
  await offerTo(doors[0], entry);
  return { event, entry, behind, cookie: openedOffer(doors[0], entry) };
}

const TWICE = count({ test: 10, soak: 100 });

test('two who take one offer at once: one order, the other is told', async () => {
  let orders = 0;
  for (let round = 0; round < TWICE; round += 1) {
    const { event, cookie } = await anOffer(3);
    const answers = await Promise.all(doors.map((door) => order(door, { event, quantity: 3, cookie })));
    orders += answers.filter(({ status }) => status === 201).length;
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await soldOf(doors[0], event.id)).toBe(3);
  }
  expect(await violations(doors[0])).toEqual([]);
  figure(`two takers of one offer, ${TWICE} times: orders`, orders);
});

test('without the lock both get it, and the books show it', async () => {
  await lookBeforeTheLock(doors[0], { seconds: 0, secondsAlone: 0.1 });
  let beyond = 0;
  for (let round = 0; round < 5; round += 1) {
    const { event, cookie } = await anOffer(3);
    const answers = await Promise.all(doors.map((door) => order(door, { event, quantity: 3, cookie })));
    beyond += answers.filter(({ status }) => status === 201).length - 1;
  }
  expect(beyond).toBeGreaterThan(0);
  expect(await violations(doors[0])).toContainEqual(expect.stringContaining('I1'));
  figure('two takers of one offer without the lock, 5 times: orders beyond one', beyond);
});

test('an offer that ends while its order is placed: either the order or the next entry has the places', async () => {
  const next = generator(5);
  const ends = { ordered: 0, expired: 0 };
  for (let round = 0; round < TWICE; round += 1) {
    const { event, entry, behind, cookie } = await anOffer(2);
    const [answer] = await Promise.all([
      order(doors[0], { event, quantity: 2, cookie }),
      pause(next(12)).then(async () => {
        doors[0].clock.advance(13 * HOUR_MS);
        await Promise.all(doors.map((door) => door.round('waiting lists')));
      }),
    ]);
    const states = [(await entryOf(doors[0], entry)).status, (await entryOf(doors[0], behind)).status];
    expect(states).toEqual(answer.status === 201 ? ['taken', 'waiting'] : ['expired', 'offered']);
    ends[answer.status === 201 ? 'ordered' : 'expired'] += 1;
    expect(await soldOf(doors[0], event.id)).toBe(2);
  }
  figure(`an offer's end racing with its order, ${TWICE} times: ordered, expired`, [ends.ordered, ends.expired].join(', '));
});

test('an offer is ended once and told once, however many processes look', async () => {
  const { event, entry } = await anOffer(2);
  doors[0].clock.advance(13 * HOUR_MS);
  await Promise.all([...doors, ...doors, ...doors].map((door) => door.round('waiting lists')));
  const { rows } = await sql<{ mails: number }>`select count(*)::int as mails from mails where detail ->> 'partyId' = ${entry} and detail ->> 'about' = 'expired'`.execute(doors[0].db.query);
  expect(rows[0]!.mails).toBe(1);
  expect(await soldOf(doors[0], event.id)).toBe(2);
  expect(await violations(doors[0])).toEqual([]);
});

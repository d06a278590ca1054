import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { anEvent, changeEvent, raisePrices } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, repeatRounds, type TestApp } from '#tests/support/app/test-app.ts';
import { aPlacedOrder, signedIn } from '#tests/support/people/buyers.ts';

let app: TestApp;
let neighbour: TestApp;
beforeAll(async () => {
  app = await aTestApp();
  neighbour = await app.another();
  await vi.waitUntil(() => app.deps.changes.isListening(), { timeout: 60_000 });
});
afterAll(async () => {
  await neighbour.close();
  await closeInOrder(app);
});

interface Subscriber {
  status: number;
  /** The next thing that is said, after a round of the job that says it; null at the end. */
  next(): Promise<unknown>;
  leave(): Promise<void>;
}

async function follow(eventId: number, headers: Record<string, string> = {}): Promise<Subscriber> {
  const answer = await app.ask(`/api/events/${eventId}/live`, { headers: { Accept: 'text/event-stream', ...headers } });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  return {
    status: answer.status,
    async next() {
      await using _rounds = repeatRounds(app, 'live places', 20);
      for (;;) {
        const message = /event: places\ndata: (.*)\n\n/.exec(waiting);
        if (message) {
          waiting = waiting.slice(message.index + message[0].length);
          return JSON.parse(message[1]!);
        }
        const { value, done } = await reader.read();
        if (done) return null;
        waiting += value;
      }
    },
    leave: async () => reader.cancel(),
  };
}

test('whoever looks at an event hears how many places are left once there are few, by whichever process they are sold', async () => {
  const event = await anEvent(app, { maxTickets: 34 });
  const visitor = await follow(event.id);
  expect(await visitor.next()).toMatchObject({ remaining: null, dishes: {} });
  await aPlacedOrder(neighbour, { event, quantity: 2 });
  await aPlacedOrder(neighbour, { event, quantity: 3 });
  expect(await visitor.next()).toMatchObject({ remaining: 29, dishes: {} });
  await aPlacedOrder(app, { event, quantity: 20 });
  expect(await visitor.next()).toMatchObject({ remaining: 9, dishes: {} });
  await visitor.leave();
});

test('whoever looks at an event hears that it was edited, by whichever process', async () => {
  const event = await anEvent(app);
  const visitor = await follow(event.id);
  const before = await visitor.next();
  await raisePrices(neighbour, event.id, 2700);
  expect([before, await visitor.next()]).toEqual([1, 2].map((version) => ({ remaining: null, dishes: {}, version })));
  await visitor.leave();
});

test('a hundred visitors who look ask the database once', async () => {
  const event = await anEvent(app, { maxTickets: 10 });
  const queries = vi.spyOn(app.deps.db.query, 'selectFrom');
  const visitors = await Promise.all(Array.from({ length: 100 }, () => follow(event.id)));
  expect(await Promise.all(visitors.map((visitor) => visitor.next()))).toEqual(visitors.map(() => ({ remaining: 10, dishes: {}, version: 1 })));
  for (let round = 0; round < 5; round += 1) await app.round('live places');
  expect(queries.mock.calls.length).toBeLessThanOrEqual(1);
  queries.mockRestore();
  await Promise.all(visitors.map((visitor) => visitor.leave()));
});

test('who asks for no stream is answered once', async () => {
  const event = await anEvent(app, { maxTickets: 4 });
  const answer = await app.ask(`/api/events/${event.id}/live`, { headers: { Accept: 'application/json' } });
  expect([await answer.json(), answer.headers.get('cache-control')]).toEqual([{ remaining: 4, dishes: {}, version: 1 }, 'private, no-store']);
});

test('an event that one may not see says nothing, and falls silent when it is hidden', async () => {
  const event = await anEvent(app, { maxTickets: 10, visibility: 'socio' });
  expect([(await follow(event.id)).status, (await follow(2_000_000)).status]).toEqual([404, 404]);
  const member = await follow(event.id, { Cookie: await signedIn(app, 'soci@comboi.test') });
  expect(await member.next()).toMatchObject({ remaining: 10, dishes: {} });
  await changeEvent(app, event.id, { visibility: 'comision' });
  expect(await member.next()).toBeNull();
});

test('whoever sells at the till hears of what the web does not show them', async () => {
  const event = await anEvent(app, { maxTickets: 10, visibility: 'comision' });
  const cashier = await follow(event.id, { Cookie: await signedIn(app, 'taquilla@comboi.test') });
  expect(await cashier.next()).toEqual({ remaining: 10, dishes: {}, version: 1 });
  await cashier.leave();
});

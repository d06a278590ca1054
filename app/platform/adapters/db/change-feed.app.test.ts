import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPlacedOrder } from '#tests/support/people/buyers.ts';
import { tcpProxy } from '#tests/support/process/between/tcp-proxy.ts';
import { TIMEOUT_FACTOR } from '#tests/support/process/timeout-factor.ts';

import { openChangeFeed, type FeedChange, type ChangeFeed } from './change-feed.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

interface Hearer {
  changes: ChangeFeed;
  /** Without what it was told at its start. */
  received: FeedChange[];
}

async function aHearer(url = app.databaseUrl): Promise<Hearer> {
  const changes = openChangeFeed({ url, log: silentLogger, timeoutFactor: TIMEOUT_FACTOR });
  onTestFinished(() => changes.close());
  const received: FeedChange[] = [];
  changes.subscribe((change) => received.push(change));
  await expect.poll(() => changes.isListening()).toBe(true);
  received.length = 0;
  return { changes, received };
}

const rename = sql`update events set title = title where id = (select min(id) from events)`;

test('whoever catches up has heard of each change that was committed before, once, and of nothing where there is none', async () => {
  const { changes, received } = await aHearer();
  await changes.catchUp();
  expect(received).toEqual([]);
  for (let n = 1; n <= 50; n += 1) {
    await rename.execute(app.db.query);
    await changes.catchUp();
    expect(received).toHaveLength(n);
  }
  expect(new Set(received)).toEqual(new Set(['anything']));
});

test('a change is heard when it is committed, not when it is made', async () => {
  const { changes, received } = await aHearer();
  const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = app.db.inTransaction(async (tx) => {
    await rename.execute(tx);
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  await changes.catchUp();
  expect(received).toEqual([]);
  commit.resolve();
  await slow;
  await changes.catchUp();
  expect(received).toEqual(['anything']);
});

test('a sale of the last places names its event', async () => {
  const event = await anEvent(app, { maxTickets: 10 });
  const { changes, received } = await aHearer();
  await aPlacedOrder(app, { event, quantity: 1 });
  await changes.catchUp();
  expect(received).toEqual([{ placesLeftOf: event.id }]);
});

test('whoever lost the database takes everything as changed, as often as it catches up, and once it is back', async () => {
  const direct = new URL(app.databaseUrl);
  await using proxy = await tcpProxy({ host: direct.hostname, port: Number(direct.port) });
  const { changes, received } = await aHearer(Object.assign(new URL(direct), { port: String(proxy.port) }).href);
  proxy.cut();
  await expect.poll(() => changes.isListening()).toBe(false);
  await changes.catchUp();
  await changes.catchUp();
  expect(received).toEqual(['anything', 'anything']);
  proxy.heal();
  await expect.poll(() => changes.isListening()).toBe(true);
  expect(received).toEqual(['anything', 'anything', 'anything']);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { silentLogger } from '#app/adapters/log.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPlacedOrder } from '#tests/support/people/buyers.ts';
import { tcpProxy } from '#tests/support/process/tcp-proxy.ts';

import { openDatabase } from './database.server.ts';
import { askForShownChanges } from './told-changes.server.ts';

const ASK_EVERY_MS = 20;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));
beforeEach(async () => {
  await sql`truncate told_changes`.execute(app.db.query);
});

interface Heard {
  changes: unknown[];
  isHearing: () => boolean;
  /** Until it has asked at least once from now on. */
  asked(): Promise<void>;
}

/** Hears as a process behind a pooler does; what it was told at its start is left out. */
async function aHearer(url = app.databaseUrl): Promise<Heard> {
  const db = openDatabase({ url, poolSize: 1, log: silentLogger });
  let answers = 0;
  const query = db.query.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answers += 1;
      return result;
    },
  });
  // However long this machine takes from one question to the next, none was missed.
  const told = askForShownChanges({ query, log: silentLogger, everyMs: ASK_EVERY_MS, monotonicNow: () => 0 });
  onTestFinished(async () => {
    await told.close();
    await db.close();
  });
  const changes: unknown[] = [];
  told.follow((change) => changes.push(change));
  await expect.poll(() => told.isHearing()).toBe(true);
  changes.length = 0;
  return {
    changes,
    isHearing: () => told.isHearing(),
    asked: async () => {
      // The next answer may be to a question of before.
      const enough = answers + 2;
      await expect.poll(() => answers >= enough).toBe(true);
    },
  };
}

const rename = sql`update events set title = title where id = (select min(id) from events)`;

test('a change is told once, and nothing where there is none', async () => {
  const hearer = await aHearer();
  await hearer.asked();
  expect(hearer.changes).toEqual([]);
  await rename.execute(app.db.query);
  await expect.poll(() => hearer.changes.length > 0).toBe(true);
  await hearer.asked();
  expect(hearer.changes).toEqual(['anything']);
});

test('what began before others asked and was committed after them is told when it is committed', async () => {
  const hearer = await aHearer();
  const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = app.db.inTransaction(async (tx) => {
    await rename.execute(tx);
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  await anEvent(app);
  await expect.poll(() => hearer.changes.length > 0).toBe(true);
  await hearer.asked();
  hearer.changes.length = 0;
  await hearer.asked();
  expect(hearer.changes).toEqual([]);
  commit.resolve();
  await slow;
  await expect.poll(() => hearer.changes.length > 0).toBe(true);
  expect(hearer.changes).toEqual(['anything']);
});

test('a sale of the last places names its event, and two changes wait for nobody', async () => {
  const event = await anEvent(app, { maxTickets: 10 });
  const hearer = await aHearer();
  const [changed, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = app.db.inTransaction(async (tx) => {
    await sql`insert into told_changes (places_left_of) values (0)`.execute(tx);
    changed.resolve();
    await go.promise;
  });
  await changed.promise;
  await aPlacedOrder(app, { event, quantity: 1 });
  await expect.poll(() => hearer.changes.length > 0).toBe(true);
  expect(hearer.changes).toEqual([{ placesLeftOf: event.id }]);
  go.resolve();
  await slow;
});

test('whoever lost the database takes everything as changed once it is back', async () => {
  const direct = new URL(app.databaseUrl);
  await using proxy = await tcpProxy({ host: direct.hostname, port: Number(direct.port) });
  const hearer = await aHearer(Object.assign(new URL(direct), { port: String(proxy.port) }).href);
  proxy.cut();
  await expect.poll(() => !hearer.isHearing()).toBe(true);
  await sql`truncate told_changes`.execute(app.db.query);
  proxy.heal();
  await expect.poll(() => hearer.changes.length > 0).toBe(true);
  expect(hearer.changes[0]).toBe('anything');
});

test('what was told is forgotten after an hour', async () => {
  await rename.execute(app.db.query);
  await sql`insert into told_changes (told_at) values (now() - interval '61 minutes')`.execute(app.db.query);
  await app.round('old told changes');
  const { rows } = await sql<{ kept: number }>`select count(*)::integer as kept from told_changes`.execute(app.db.query);
  expect(rows).toEqual([{ kept: 1 }]);
});

import { readdirSync, readFileSync } from 'node:fs';

import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { migrate } from '#app/adapters/db/migrate.server.ts';
import { silentLogger } from '#app/adapters/log.server.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { EVENTS } from '../db/cast.ts';
import { type CastDates, datesOf } from '../db/cast-dates.ts';
import { redateDemo } from '../db/seed.ts';

const DAY_MS = 86_400_000;
const FOLDER = new URL('../db/migrations/', import.meta.url);
const MIGRATIONS = Object.fromEntries(readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]));

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function datesByKey(): Promise<Map<string, CastDates>> {
  const rows = await app.db.query.selectFrom('demoEvents').innerJoin('events', 'id', 'eventId').select(['key', 'eventDate', 'saleEndDate', 'kitchenDeadline']).execute();
  return new Map(rows.map(({ key, ...dates }) => [key, dates]));
}

test('events of the demo that nobody has edited move with the day; an edited one stays where it is', async () => {
  const edited = EVENTS[1]!.key;
  const before = await datesByKey();
  expect([...before.keys()].toSorted()).toEqual(EVENTS.map(({ key }) => key).toSorted());
  await app.db.query.updateTable('events').from('demoEvents').whereRef('eventId', '=', 'id').where('key', '=', edited).set({ version: 2 }).execute();
  const later = new Date(app.clock.now().getTime() + 100 * DAY_MS);
  await redateDemo({ db: app.db, now: later });
  const after = await datesByKey();
  for (const event of EVENTS) expect(after.get(event.key)).toEqual(event.key === edited ? before.get(edited) : datesOf(event, dayInMadrid(later)));
});

test('tickets that the cast hands out are such as a sale leaves: counted, numbered, told of', async () => {
  const event = EVENTS.find(({ handedOut }) => handedOut !== undefined)!;
  const { query } = app.db;
  const { eventId } = await query.selectFrom('demoEvents').select('eventId').where('key', '=', event.key).executeTakeFirstOrThrow();
  const { sold } = await query.selectFrom('eventStock').select('sold').where('eventId', '=', eventId).executeTakeFirstOrThrow();
  const orders = await query.selectFrom('orders').innerJoin('mails', 'orderId', 'orders.id').select(['orders.id', 'orderNumber', 'orders.status', 'mails.status as mail']).where('eventId', '=', eventId).execute();
  const tickets = await query.selectFrom('tickets').select(['ticketNumber', 'status']).where('eventId', '=', eventId).execute();
  expect([sold, tickets.length]).toEqual([event.handedOut, event.handedOut]);
  expect(orders.map(({ status, mail }) => [status, mail])).toEqual(orders.map(() => ['completed', 'sent']));
  for (const { ticketNumber, status } of tickets) expect([status, orders.some(({ orderNumber }) => ticketNumber.startsWith(`${orderNumber}-T`))]).toEqual(['active', true]);
});

test('people of the cast wait for the event that is sold out, in their order and with nothing promised', async () => {
  const event = EVENTS.find(({ waiting }) => waiting !== undefined)!;
  const rows = await app.db.query.selectFrom('waitingParties').innerJoin('demoEvents', 'demoEvents.eventId', 'waitingParties.eventId').select(['email', 'places', 'status']).where('key', '=', event.key).orderBy('queueNumber').execute();
  expect(rows).toEqual(event.waiting!.map(({ email, places }) => ({ email, places, status: 'waiting' })));
});

test('a demo that stands keeps its events when they get a table of their own', async () => {
  const cluster = new URL(inject('postgresUrl'));
  const ask = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const name = `demo_${app.deps.ids.token().toLowerCase()}`;
  await ask(cluster.href, `create database ${name}`);
  const url = Object.assign(new URL(cluster), { pathname: `/${name}` }).href;
  await migrate({ url, log: silentLogger, files: Object.fromEntries(Object.entries(MIGRATIONS).filter(([file]) => file < '0048')) });
  // A block, since plain statements of the tests are tried on the newest tables too.
  await ask(url, `do $$ begin
    insert into events (title, event_date, event_time, reference_price, image, demo_key, demo_day_offset, created_at, updated_at)
    select title, '2027-03-01', '21:00', 0, '🥘', key, 3, now(), now() from (values ('Sopar', 'germanor'), ('Nostre', null)) as cast_of (title, key);
  end $$`);
  await migrate({ url, log: silentLogger, files: MIGRATIONS });
  expect(await ask(url, 'select key, title from demo_events join events on id = event_id')).toEqual([{ key: 'germanor', title: 'Sopar' }]);
  expect(await ask(url, `select column_name from information_schema.columns where table_name = 'events' and column_name like 'demo%'`)).toEqual([]);
});

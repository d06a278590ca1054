import { afterAll, beforeAll, expect, test } from 'vitest';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { EVENTS } from '../db/cast.ts';
import { type CastDates, datesOf } from '../db/cast-dates.ts';
import { YEAR } from '../db/cast-year.ts';
import { DINNER } from '../db/cast-dinner.ts';
import { redateDemo, seedYear } from '../db/seed.ts';
import { seatDinner, seedDinner } from '../db/seed-dinner.ts';

const DAY_MS = 86_400_000;

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

test("the year's acts stand in the calendar of their month and in the year of the home page, and move on with the years", async () => {
  const festive = await aTestApp();
  const { db, clock, deps: { ids } } = festive;
  await seedYear({ db, ids, now: clock.now() });
  const today = dayInMadrid(clock.now());
  const march = datesOf(YEAR.find(({ key }) => key === 'crema')!, today).eventDate.slice(0, 7);
  const month = await (await festive.ask(`/calendar?mes=${march}`)).text();
  expect([...month.matchAll(/aria-label="[^"]*esdeveniment/g)].length).toBeGreaterThanOrEqual(14);
  const home = await (await festive.ask('/')).text();
  expect(YEAR.some(({ title }) => home.includes(title))).toBe(true);
  expect(await (await festive.ask('/tickets')).text()).toContain('Sopar de l&#x27;Ofrena');
  const later = new Date(clock.now().getTime() + 366 * DAY_MS);
  await redateDemo({ db, now: later });
  const moved = await db.query.selectFrom('demoEvents').innerJoin('events', 'id', 'eventId').select(['eventDate']).where('key', '=', 'crema').executeTakeFirstOrThrow();
  await closeInOrder(festive);
  expect(moved.eventDate).toBe(datesOf(YEAR.find(({ key }) => key === 'crema')!, dayInMadrid(later)).eventDate);
});

test('the first dinner of a new demo has colles that paid, and a hall where all but the last to come have a table', async () => {
  const demo = await aTestApp();
  const { db, deps } = demo;
  await seedDinner(deps);
  await seatDinner(deps);
  const { eventId } = await db.query.selectFrom('demoEvents').select('eventId').where('key', '=', 'germanor').executeTakeFirstOrThrow();
  const people = DINNER.reduce((all, { tickets }) => all + tickets, 0);
  const late = DINNER.filter(({ isLate }) => isLate).reduce((all, { tickets }) => all + tickets, 0);
  const orders = await db.query.selectFrom('orders').innerJoin('payments', 'payments.orderId', 'orders.id').select(['orders.status', 'payments.status as payment', 'totalAmount', 'amount']).where('eventId', '=', eventId).execute();
  expect(orders.map(({ status, payment, totalAmount, amount }) => [status, payment, totalAmount === amount])).toEqual(DINNER.map(() => ['paid', 'paid', true]));
  const seats = await db.query.selectFrom('ticketSeats').innerJoin('tickets', 'tickets.id', 'ticketId').innerJoin('hallTables', 'hallTables.id', 'tableId').select(['number', 'groupId']).where('tickets.eventId', '=', eventId).execute();
  expect(seats).toHaveLength(people - late);
  const groups = Map.groupBy(seats.filter(({ groupId }) => groupId !== null), ({ groupId }) => groupId);
  expect(groups.size).toBe(new Set(DINNER.flatMap(({ group }) => group ?? [])).size);
  // Ten sit at a table: none has one more than it takes.
  for (const theirs of groups.values()) expect(new Set(theirs.map(({ number }) => number)).size).toBe(Math.ceil(theirs.length / 10));
  const waiting = await db.query.selectFrom('mails').select('id').where('status', '!=', 'sent').execute();
  expect(waiting).toEqual([]);
  await closeInOrder(demo);
});

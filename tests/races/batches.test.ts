import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { violations } from '#tests/support/app/invariants.ts';
import { anEvent, PAELLA, soldOf, takenOf } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTicketWith, order, type OrderInput } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';

let app: TestApp;
beforeEach(async () => {
  app = await aTestApp();
});
afterEach(() => app.close());

/** All that arrives in the same turn is one batch; the answers are in the order of the requests. */
async function inOneBatch(inputs: readonly OrderInput[]) {
  let batches = 0;
  app.onCheckpoint('after-facts-read', () => {
    batches += 1;
  });
  const answers = await Promise.all(inputs.map(async (input) => order(app, input)));
  app.onCheckpoint('after-facts-read', null);
  return { answers, batches, codes: answers.map(({ status, body }) => (status === 201 ? 'placed' : body.code)) };
}

test('the last places go to those who came first, and a party too large for them takes none from the small ones behind it', async () => {
  const event = await anEvent(app, { maxTickets: 12 });
  const quantities = [1, 2, 3, 4, 5, 2, 1, 1];
  const { answers, batches, codes } = await inOneBatch(quantities.map((quantity) => ({ event, quantity })));
  const gone = 'TICKETS_SOLD_OUT_DURING_PROCESSING';
  expect(codes).toEqual(['placed', 'placed', 'placed', 'placed', gone, 'placed', gone, gone]);
  expect(answers[4]!.body).toMatchObject({ requested: 5, available: 2 });
  expect(await soldOf(app, event.id)).toBe(12);
  expect(batches).toBe(1);
  expect(await violations(app)).toEqual([]);
});

/** Orders of this address can't be written in this test's own database. */
async function refuseToWrite(email: string): Promise<void> {
  await sql.raw(`create function refuse_spoilt() returns trigger language plpgsql as $$ begin raise check_violation; end $$`).execute(app.db.query);
  await sql.raw(`create trigger spoilt before insert on orders for each row when (new.email = '${email}') execute function refuse_spoilt()`).execute(app.db.query);
}

test('an order that can not be written costs its neighbours nothing', async () => {
  const event = await anEvent(app, { maxTickets: 40 });
  await refuseToWrite('spoilt@example.com');
  const inputs = Array.from({ length: 41 }, (_, at): OrderInput => ({ event, ...(at === 7 && { body: { email: 'spoilt@example.com' } }) }));
  const { codes } = await inOneBatch(inputs);
  expect(codes.map((code, at) => (at === 7 ? code : code === 'placed'))).toEqual(inputs.map((_, at) => (at === 7 ? 'INTERNAL_ERROR' : true)));
  expect(await soldOf(app, event.id)).toBe(40);
  expect(await violations(app)).toEqual([]);
});

test('one key many times in one batch is one order, and with other words it is refused', async () => {
  const event = await anEvent(app, { maxTickets: 30 });
  const same = Array.from({ length: 20 }, (): OrderInput => ({ event, key: 'the-same-key' }));
  const { answers, batches } = await inOneBatch([{ event }, ...same, { event, key: 'the-same-key', quantity: 2 }]);
  expect(answers.slice(1, 21).map(({ status }) => status)).toEqual(same.map(() => 201));
  expect(new Set(answers.slice(1, 21).map(({ body }) => `${body.orderId} ${body.paymentUrl}`)).size).toBe(1);
  expect(answers.at(-1)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  expect([batches, await soldOf(app, event.id)]).toEqual([1, 2]);
});

test("the last dishes go to those who came first, whatever else the others' batch wants", async () => {
  const event = await anEvent(app, { dishes: { Paella: PAELLA, Fideuà: PAELLA }, places: { Paella: 3 } });
  const wants = ['Fideuà', 'Paella', 'Paella', 'Fideuà', 'Paella', 'Paella', 'Fideuà'];
  const { codes } = await inOneBatch(wants.map((dish) => ({ event, tickets: [aTicketWith(event, dish)] })));
  expect(codes).toEqual(['placed', 'placed', 'placed', 'placed', 'placed', 'ITEM_SOLD_OUT', 'placed']);
  expect([await takenOf(app, event, 'Paella'), await soldOf(app, event.id)]).toEqual([3, 6]);
  expect(await violations(app)).toEqual([]);
});

test('what one buyer may hold is counted within a batch as well', async () => {
  const event = await anEvent(app, { maxTickets: 100 });
  const inputs = Array.from({ length: 6 }, (): OrderInput => ({ event, quantity: 15, address: '10.200.0.1' }));
  const { codes } = await inOneBatch(inputs);
  expect(codes.toSorted()).toEqual(['TOO_MANY_HOLDS', 'TOO_MANY_HOLDS', 'TOO_MANY_HOLDS', 'TOO_MANY_HOLDS', 'TOO_MANY_HOLDS', 'placed']);
  expect(await soldOf(app, event.id)).toBe(15);
});

test('an event edited while a batch is decided sells at the new prices, and the batch keeps its order', async () => {
  const event = await anEvent(app, { maxTickets: 5 });
  let batches = 0;
  app.onCheckpoint('after-facts-read', async () => {
    batches += 1;
    if (batches > 1) return;
    await app.db.query.updateTable('events').set((eb) => ({ version: eb('version', '+', 1) })).where('id', '=', event.id).execute();
  });
  const answers = await Promise.all(Array.from({ length: 8 }, async () => order(app, { event })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
  figure('orders of a batch that were decided anew after an edit', 8);
});

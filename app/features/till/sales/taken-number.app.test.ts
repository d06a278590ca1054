import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { aTicket, type Answer, type Problem, post } from '#tests/support/people/buyers.ts';

interface Body extends Problem {
  id: string;
}

let app: TestApp;
let cookie: string;
let drawer: string;
beforeAll(async () => {
  app = await aTestApp();
  cookie = await login(app, await aMember(app, { role: 'socio', rights: ['till'] }));
  drawer = (await call('', { float: 5_000, name: 'Caixa' })).body.id;
});
afterAll(() => closeInOrder(app));

async function call(path: string, body: unknown, key?: string): Promise<Answer<Body>> {
  return (await post(app, `/api/admin/till/sessions${path}`, { body, headers: { Cookie: cookie, ...(key !== undefined && { 'Idempotency-Key': key }) } })) as Answer<Body>;
}

async function sell(event: EventDetail, key?: string): Promise<Answer<Body>> {
  return call(`/${drawer}/sales`, { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] }, key);
}

/** Makes the next `count` numbers of this second collide with orders that exist. */
async function takeNumbers(event: EventDetail, count: number): Promise<void> {
  app.clock.advance(1_000);
  const { rows } = await sql<{ last: string }>`select last_value as last from order_digits`.execute(app.db.query);
  for (let taken = 0; taken < count; taken += 1) expect(await sell(event)).toMatchObject({ status: 201 });
  await sql`select setval('order_digits', ${rows[0]!.last})`.execute(app.db.query);
}

test('a number that is taken is passed over at the till without a word, and its drawer counts the sale once', async () => {
  const event = await anEvent(app);
  await takeNumbers(event, 3);
  expect(await sell(event)).toMatchObject({ status: 201 });
  expect(await soldOf(app, event.id)).toBe(4);
});

test('numbers that are taken again and again are DUPLICATE_ORDER_NUMBER; nothing is sold, and the same key tries again', async () => {
  const event = await anEvent(app);
  await takeNumbers(event, 4);
  expect(await sell(event, 'taken-at-the-till')).toMatchObject({ status: 503, body: { code: 'DUPLICATE_ORDER_NUMBER' } });
  expect(await soldOf(app, event.id)).toBe(4);
  expect(await sell(event, 'taken-at-the-till')).toMatchObject({ status: 201 });
});

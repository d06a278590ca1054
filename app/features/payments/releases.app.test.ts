import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aPaidOrder, order, ownAddress } from '#tests/support/people/buyers.ts';
import { anEntry } from '#tests/support/people/waiting.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const HOLDS = count({ test: 60, soak: 500 });
/** As many as one round of the sweeper takes together. */
const TOGETHER = 50;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function sellFor(event: Awaited<ReturnType<typeof anEvent>>, until: () => boolean): Promise<number> {
  let sold = 0;
  const begun = performance.now();
  while (!until()) {
    expect((await order(app, { event, address: ownAddress() })).status).toBe(201);
    sold += 1;
  }
  return (sold * 1_000) / (performance.now() - begun);
}

test('holds that end together are released together, and the sale of their event goes on', async () => {
  const event = await anEvent(app);
  await Promise.all(Array.from({ length: HOLDS }, async () => expect((await order(app, { event, address: ownAddress() })).status).toBe(201)));
  let orders = 0;
  const without = await sellFor(event, () => (orders += 1) > 20);
  app.clock.advance(36 * 60_000);
  let isSwept = false;
  const sweeping = app.round('sweeper').finally(() => (isSwept = true));
  const beside = await sellFor(event, () => isSwept);
  await sweeping;
  const { rows } = await sql<{ released: number; transactions: number }>`
    select count(*)::integer as released, count(distinct xmin::text)::integer as transactions
    from orders where event_id = ${event.id} and status = 'cancelled'`.execute(app.db.query);
  expect(rows[0]!.released).toBeGreaterThanOrEqual(HOLDS);
  expect(rows[0]!.transactions).toBeLessThanOrEqual(Math.ceil(rows[0]!.released / TOGETHER) + 1);
  figure(`T10 orders a second while ${rows[0]!.released} holds end; without`, `${Math.round(beside)}; ${Math.round(without)}`);
});

test('a sold-out event refuses while somebody holds its stock row, also while people wait, and a repeated order is answered as before', async () => {
  const event = await anEvent(app, { maxTickets: 2 });
  const paid = await aPaidOrder(app, { event, quantity: 2, key: `last-places-${event.id}` });
  const awaited = await anEvent(app, { maxTickets: 2 });
  await aPaidOrder(app, { event: awaited, quantity: 2 });
  await anEntry(app, awaited, 4);
  for (const full of [event, awaited]) {
    await app.db.inTransaction(async (tx) => {
      await tx.selectFrom('eventStock').select('sold').where('eventId', '=', full.id).forUpdate().executeTakeFirstOrThrow();
      const refused = await order(app, { event: full });
      expect([refused.status, refused.body.code]).toEqual([409, 'INSUFFICIENT_TICKETS']);
    });
  }
  expect((await order(app, { event, quantity: 2, key: `last-places-${event.id}` })).body).toMatchObject({ orderId: paid.orderId });
  expect(await soldOf(app, event.id)).toBe(2);
});

import { afterAll, beforeAll, expect, test } from 'vitest';

import { order } from '#tests/support/people/buyers.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp({ timeoutFactor: 1 });
});
afterAll(() => closeInOrder(app));

test('a stock row that somebody holds is BUSY for the others, not a hang: the same key succeeds afterwards', async () => {
  const event = await anEvent(app, { maxTickets: 10 });
  const elsewhere = await anEvent(app);
  await app.db.query.transaction().execute(async (tx) => {
    await tx.selectFrom('eventStock').select('sold').where('eventId', '=', event.id).forUpdate().execute();
    const [refused, other] = await Promise.all([order(app, { event, key: 'a-busy-moment' }), order(app, { event: elsewhere })]);
    expect(refused).toMatchObject({ status: 503, body: { code: 'BUSY' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(other.status).toBe(201);
  });
  expect(await order(app, { event, key: 'a-busy-moment' })).toMatchObject({ status: 201 });
  expect(await soldOf(app, event.id)).toBe(1);
});

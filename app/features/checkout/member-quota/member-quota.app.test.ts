import { afterAll, beforeAll, expect, test } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aVoucher } from '#tests/support/app/vouchers.ts';
import { aPaidOrder, aPlacedOrder, order, post, signedIn } from '#tests/support/people/buyers.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

test('beyond it tickets cost what the public pays, those that save least first; refunds give back, the till does not count', async () => {
  const event = await anEvent(app, { memberQuota: 2, dishes: { Paella: [1400, 1200, 1000], Entrepà: [705, 600, 500] } });
  const cookie = await signedIn(app, 'soci@comboi.test');
  const of = (at: number) => ({ sections: { [event.sections[0]!.id]: [event.sections[0]!.items[at]!.id] }, options: [] });
  const first = await aPaidOrder(app, { event, cookie, tickets: [of(1), of(0), of(0)] });
  const rows = await app.db.query.selectFrom('tickets').select(['id', 'price', 'pricedAs']).where('orderId', '=', first.orderId).orderBy('position').execute();
  expect(rows.map(({ price, pricedAs }) => [price, pricedAs])).toEqual([[705, 'public'], [1200, null], [1200, null]]);
  const answer = await order(app, { event, cookie, tickets: [of(0)], body: { expectedTotal: 1200 } });
  expect([answer.body.code, answer.body.total]).toEqual(['PRICE_CHANGED', 1400]);
  await post(app, `/api/admin/orders/${first.orderId}/refund`, { body: { ticketIds: [rows[1]!.id], reason: 'Prova' }, headers: { Cookie: admin } });
  expect((await aPlacedOrder(app, { event, cookie, tickets: [of(0), of(0)] })).total).toBe(2600);
  // The public and an account without a reduced price are not bound.
  expect((await aPlacedOrder(app, { event, quantity: 3, tickets: [of(0), of(0), of(0)] })).total).toBe(4200);
});

test('is told before paying, on the page of the event and by the API', async () => {
  const event = await anEvent(app, { memberQuota: 4 });
  expect(event.memberQuota).toBe(4);
  const page = await (await app.ask(`/order/${event.id}`, { headers: { Cookie: await signedIn(app, 'comissio@comboi.test') } })).text();
  expect(page).toContain('4 tiquets per persona');
  expect(await (await app.ask(`/order/${event.id}`)).text()).not.toContain('per persona');
  expect((await anEvent(app)).memberQuota).toBeNull();
  const same = await anEvent(app, { memberQuota: 1, dishes: { Paella: [1400, 1400, 1400] } });
  expect(await (await app.ask(`/order/${same.id}`, { headers: { Cookie: await signedIn(app, 'comissio@comboi.test') } })).text()).not.toContain('per persona');
});

test('a code comes after it', async () => {
  const event = await anEvent(app, { memberQuota: 1 });
  const cookie = await signedIn(app, 'comissio@comboi.test');
  const { code } = await aVoucher(app, admin, { value: 50, combines: true });
  expect(await aPlacedOrder(app, { event, cookie, quantity: 2, body: { voucher: code } })).toMatchObject({ total: 500 + 700, discount: 1200 });
});

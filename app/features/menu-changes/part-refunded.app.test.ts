import { afterAll, beforeAll, expect, test } from 'vitest';

import { anEvent, PAELLA } from '#tests/support/app/events.ts';
import { aTicketWith, post, signedIn } from '#tests/support/people/buyers.ts';
import { anOrderAtStripe, aStripeApp, closeBalanced, ledgerOf, type StripeApp } from '#tests/support/stripe/stripe-app.ts';

let app: StripeApp;
let admin: string;
let drawer: string;
beforeAll(async () => {
  app = await aStripeApp();
  admin = await signedIn(app, 'admin@comboi.test');
  drawer = ((await post(app, '/api/admin/till/sessions', { body: { float: 10_000, name: 'Caixa' }, headers: { Cookie: admin } })).body as unknown as { id: string }).id;
});
afterAll(() => closeBalanced(app));

const PAID = PAELLA[0]!;
const CHEAPER = 1_000;

/** A part of what it cost went back in Stripe, for no ticket. */
async function aPartRefunded(amount: number) {
  const event = await anEvent(app, { dishes: { Paella: PAELLA, Amanida: [CHEAPER, CHEAPER, CHEAPER] } });
  const { placed, session } = await anOrderAtStripe(app, { event, tickets: [aTicketWith(event, 'Paella')] });
  await app.stripe.pay(session);
  await app.stripe.refundManually(session, amount);
  const { id } = await app.db.query.selectFrom('paymentCases').select('id').where('orderId', '=', placed.orderId).where('settledAt', 'is', null).executeTakeFirstOrThrow();
  expect((await app.ask('/admin/payments', { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams({ intent: 'settle', case: id }) })).status).toBe(303);
  const { ticketNumber } = await app.db.query.selectFrom('tickets').select('ticketNumber').where('orderId', '=', placed.orderId).executeTakeFirstOrThrow();
  const [section] = event.sections;
  const dish = [section!.id, ...['Paella', 'Amanida'].map((name) => section!.items.find((item) => item.name === name)!.id)].join(' ');
  return {
    orderId: placed.orderId,
    changeToCheaper: (how: Record<string, string>): Promise<Response> => app.ask(`/admin/orders/${placed.orderId}/plats/${ticketNumber}`, { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams({ intent: 'dishes', 'dish[0]': dish, drawer, ...how }) }),
  };
}

async function paidOutFor(orderId: string): Promise<number[]> {
  return (await app.db.query.selectFrom('priceAdjustments').select('amount').where('orderId', '=', orderId).execute()).map(({ amount }) => amount);
}

test('a cheaper dish brings back no more than what is left of an order of which a part went back, and may be forgiven', async () => {
  const back = PAID - CHEAPER;
  const [less, enough] = [await aPartRefunded(PAID - back + 1), await aPartRefunded(PAID - back)];
  const refused = await less.changeToCheaper({ settle: 'cash' });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('o ja s&#x27;ha tornat: perdona la diferència')]);
  expect(await paidOutFor(less.orderId)).toEqual([]);
  expect((await less.changeToCheaper({ settle: 'forgiven', drawer: '', reason: 'Ja se li va tornar' })).status).toBe(303);
  expect(await ledgerOf(app, less.orderId)).toMatchObject({ status: 'paid', tickets: ['active'] });
  expect((await enough.changeToCheaper({ settle: 'cash' })).status).toBe(303);
  expect(await paidOutFor(enough.orderId)).toEqual([-back]);
  expect(await app.doctor()).toEqual([]);
});

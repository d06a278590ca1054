import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';
import { feeOf } from '#tests/support/stripe/stripe-server-balance.ts';
import { aTicket, post, signedIn } from '#tests/support/people/buyers.ts';

const HOUR_MS = 3_600_000;
const DISPUTE_FEE = 2_000;

let app: StripeApp;
beforeAll(async () => {
  app = await aStripeApp();
});
afterAll(() => closeBalanced(app));

async function anOrderPaid(event: EventDetail, tickets = 1): Promise<{ orderId: string; session: string }> {
  const { placed, session } = await anOrderAtStripe(app, { event, tickets: Array.from({ length: tickets }, () => aTicket(event)) });
  await app.stripe.pay(session);
  return { orderId: placed.orderId, session };
}

async function read(): Promise<void> {
  app.clock.advance(HOUR_MS);
  await app.round('provider balance');
}

async function closingOf(event: EventDetail): Promise<Map<string, string>> {
  const answer = await app.ask(`/api/admin/events/${event.id}/closing.csv`, { headers: { Cookie: await signedIn(app, 'admin@comboi.test') } });
  return new Map((await answer.text()).slice(1).split('\r\n').map((line) => [line.split(';')[0]!, line.split(';')[1] ?? '']));
}

function euros(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}

test("Stripe's fees are read once, refunds and a dispute with them, however often one reads", async () => {
  const event = await anEvent(app);
  const { orderId } = await anOrderPaid(event, 2);
  const disputed = await anOrderPaid(event);
  const ids = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).execute();
  await post(app, `/api/admin/orders/${orderId}/refund`, { body: { ticketIds: [ids[0]!.id], reason: 'malalt' }, headers: { Cookie: await signedIn(app, 'admin@comboi.test') } });
  await app.round('refunds');
  await app.stripe.dispute(disputed.session);
  await app.stripe.endDispute(disputed.session, 'lost');
  for (let round = 0; round < 3; round += 1) await read();
  const fees = feeOf(2_800) + feeOf(1_400) + DISPUTE_FEE;
  const closing = await closingOf(event);
  expect([closing.get('Comissions de la passarel·la'), closing.get('Tornat i reclamat')]).toEqual([`-${euros(fees)}`, '-28,00']);
  expect(closing.get('Resultat')).toBe(`${2_800 - 1_400 < fees ? '-' : ''}${euros(Math.abs(1_400 - fees))}`);
});

test('a payout is known with the part that each event has in it', async () => {
  await read();
  app.stripe.payOut();
  const [one, other] = [await anEvent(app), await anEvent(app)];
  await anOrderPaid(one, 2);
  await anOrderPaid(other);
  app.clock.advance(1_000);
  app.stripe.payOut();
  await read();
  expect((await closingOf(one)).get('Enviat al banc')).toBe(`-${euros(2_800 - feeOf(2_800))}`);
  const closing = await closingOf(other);
  expect([closing.get('Enviat al banc'), closing.get('Queda a la passarel·la')]).toEqual([`-${euros(1_400 - feeOf(1_400))}`, '0,00']);
});

test('a payout that somebody made by hand does not tell what it took, and keeps none behind it from being read', async () => {
  const [one, other] = [await anEvent(app), await anEvent(app)];
  await anOrderPaid(one);
  app.clock.advance(1_000);
  app.stripe.payOut({ automatic: false });
  await anOrderPaid(other);
  app.clock.advance(1_000);
  app.stripe.payOut();
  await read();
  expect((await closingOf(one)).get('Queda a la passarel·la')).toBe(euros(1_400 - feeOf(1_400)));
  expect((await closingOf(other)).get('Queda a la passarel·la')).toBe('0,00');
});

test('a fee that is not told yet is said to lack, and one that comes later is found', async () => {
  const event = await anEvent(app);
  await read();
  await anOrderPaid(event);
  app.stripe.down = 'unavailable';
  await read();
  const page = async (): Promise<string> => (await (await app.ask(`/admin/events/closing/${event.id}`, { headers: { Cookie: await signedIn(app, 'admin@comboi.test') } })).text()).replaceAll('&#x27;', "'");
  expect(await page()).toContain("D'1 cobrament amb targeta la passarel·la encara no ha dit la comissió");
  app.stripe.down = null;
  await read();
  expect(await page()).not.toContain('encara no ha dit la comissió');
});

test('a key that may sell but not read the balance sells on: the closing says what it lacks, and no case is opened', async () => {
  const event = await anEvent(app);
  await anOrderPaid(event);
  app.stripe.nextFault(/^GET \/v1\/balance_transactions/, 'json_403');
  await read();
  const page = async (): Promise<string> => (await app.ask(`/admin/events/closing/${event.id}`, { headers: { Cookie: await signedIn(app, 'admin@comboi.test') } })).text();
  expect(await page()).toContain('La clau de la passarel·la no deixa llegir comissions');
  expect(await app.db.query.selectFrom('paymentCases').select('kind').where('kind', '=', 'provider_refuses').where('settledAt', 'is', null).execute()).toEqual([]);
  await read();
  expect(await page()).not.toContain('La clau de la passarel·la no deixa llegir');
});

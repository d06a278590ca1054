import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { createLogger } from '#app/platform/adapters/log.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp, type AtStripe, ledgerOf, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';

const DAY_MS = 24 * 3_600_000;

let app: StripeApp;
let lines: string[];
beforeEach(async () => {
  lines = [];
  const log = createLogger({ level: 'trace', pretty: false, to: { write: (line: string) => void lines.push(line) } });
  app = await aStripeApp({ deps: () => ({ log }) });
});
afterEach(() => closeBalanced(app));

/** Paid at Stripe, oldest first; only the nightly look can find out. */
async function ordersForTheNight(): Promise<AtStripe[]> {
  const event = await anEvent(app);
  const sales: AtStripe[] = [];
  app.stripe.notifies = false;
  for (let n = 0; n < 3; n += 1) {
    const sale = await anOrderAtStripe(app, { event });
    await app.stripe.pay(sale.session);
    sales.push(sale);
  }
  await app.db.query.updateTable('payments').set({ status: 'expired' }).execute();
  return sales;
}

async function night(): Promise<string[]> {
  app.clock.advance(DAY_MS);
  lines.length = 0;
  await app.round('reconciliation');
  return lines.filter((line) => line.includes('could not be settled'));
}

/** What differs is looked at twice. */
function refuseBothLooks(): void {
  for (let look = 0; look < 2; look += 1) app.stripe.nextFault(/^GET \/v1\/disputes\?charge=/, 'refused');
}

async function statesOf(sales: AtStripe[]): Promise<string[]> {
  return Promise.all(sales.map(async ({ placed }) => (await ledgerOf(app, placed.orderId)).status));
}

test('an order that fails at night is logged and shown, and the others are paid all the same', async () => {
  const sales = await ordersForTheNight();
  const unlucky = sales.at(-1)!;
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this order'; end $$`.execute(app.db.query);
  await sql`create trigger refuse before update on orders for each row when (old.id = ${sql.lit(unlucky.placed.orderId)}) execute function refuse()`.execute(app.db.query);

  const logged = await night();
  expect(await statesOf(sales)).toEqual(['paid', 'paid', 'pending_payment']);
  expect(logged.map((line) => line.includes('not this order'))).toEqual([true, true]);
  const cases = await app.db.query.selectFrom('paymentCases').select(['kind', 'reference']).execute();
  expect(cases).toMatchObject([{ kind: 'mismatch', reference: expect.stringContaining(app.stripe.session(unlucky.session).intent!.charge!.id) }]);

  await sql`drop trigger refuse on orders`.execute(app.db.query);
  expect(await night()).toEqual([]);
  expect(await statesOf(sales)).toEqual(['paid', 'paid', 'paid']);
});

test('what the books have already is looked at without locking it', async () => {
  const sales = await ordersForTheNight();
  await night();
  await app.db.inTransaction(async (tx) => {
    await sql`select from orders for update`.execute(tx);
    expect(await night()).toEqual([]);
  });
  expect(await statesOf(sales)).toEqual(['paid', 'paid', 'paid']);
});

test('a page that cannot be read at night does not hide the others, and is shown as what it is', async () => {
  const sales = await ordersForTheNight();
  const unreadable = sales.at(-1)!;
  await app.stripe.dispute(unreadable.session);
  refuseBothLooks();
  await night();
  expect(await statesOf(sales)).toEqual(['paid', 'paid', 'pending_payment']);
  const cases = await app.db.query.selectFrom('paymentCases').select('reference').execute();
  expect(cases).toEqual([{ reference: `session_unread:${unreadable.session}` }]);
  await night();
  expect(await statesOf(sales)).toEqual(['paid', 'paid', 'paid']);
});

test('a page that could not be read for a moment is settled the same night, and nobody is told', async () => {
  const sales = await ordersForTheNight();
  await app.stripe.dispute(sales.at(-1)!.session);
  app.stripe.nextFault(/^GET \/v1\/disputes\?charge=/, 'refused');
  await night();
  expect(await statesOf(sales)).toEqual(['paid', 'paid', 'paid']);
  expect(await app.db.query.selectFrom('paymentCases').select('kind').execute()).toEqual([{ kind: 'dispute' }]);
});

test('a charge in our books whose page cannot be read is not taken for one that Stripe does not know', async () => {
  const { session } = await anOrderAtStripe(app, { event: await anEvent(app) });
  await app.stripe.pay(session);
  await app.stripe.dispute(session);
  refuseBothLooks();
  expect(await app.doctor()).toEqual([`I3, I4, I13 session_unread: ${session} (name ${session})`]);
});

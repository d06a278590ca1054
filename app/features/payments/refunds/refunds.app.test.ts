import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { requestRefund } from '#tests/support/app/refunds.ts';
import { anEvent, soldOf, withdraw } from '#tests/support/app/events.ts';
import { admit, aDoorkeeper, type AtTheDoor } from '#tests/support/people/scanners.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anOrderAtStripe, aStripeApp, closeBalanced, ledgerOf, type StripeApp } from '#tests/support/stripe/stripe-app.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';

const PAELLA_CENTS = 1400;
const ACTOR = 'user:00000000-0000-4000-8000-00000000ad31';

let app: StripeApp;
let keeper: AtTheDoor;
beforeAll(async () => {
  app = await aStripeApp();
  keeper = await aDoorkeeper(app);
});
afterAll(() => closeBalanced(app));
afterEach(() => {
  app.onCheckpoint('before-refund-write', null);
  app.stripe.notifies = true;
});

async function aPaidOrder(quantity: number, event?: Awaited<ReturnType<typeof anEvent>>) {
  const of = event ?? (await anEvent(app, { maxTickets: 12 }));
  const sale = await anOrderAtStripe(app, { event: of, quantity });
  await app.stripe.pay(sale.session);
  const tickets = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', sale.placed.orderId).orderBy('position').execute();
  return { ...sale, event: of, orderId: sale.placed.orderId, ticketIds: tickets.map(({ id }) => id) };
}

function onceBeforeItIsWritten(act: () => Promise<unknown>): void {
  app.onCheckpoint('before-refund-write', async () => {
    app.onCheckpoint('before-refund-write', null);
    await act();
  });
}

test('a refund is told to the address that stands when it is written', async () => {
  const { orderId } = await aPaidOrder(1);
  onceBeforeItIsWritten(() => app.db.query.updateTable('orders').set({ email: 'correcta@example.com' }).where('id', '=', orderId).execute());
  await requestRefund(app.deps, { orderId, what: { kind: 'order' }, actor: ACTOR });
  expect(await app.db.query.selectFrom('mails').select('recipient').where('orderId', '=', orderId).where('kind', '=', 'refund').execute()).toEqual([{ recipient: 'correcta@example.com' }]);
});

const SOMETHING_ELSE: [string, (orderId: string, ticketIds: string[]) => Promise<unknown>, { status: string; amounts: number[] }][] = [
  ['another refund of it', (orderId) => requestRefund(app.deps, { orderId, what: { kind: 'amount', amount: 400 }, actor: ACTOR }), { status: 'refunded', amounts: [400, 2 * PAELLA_CENTS - 400] }],
  ['a refund of the whole', (orderId) => requestRefund(app.deps, { orderId, what: { kind: 'order' }, actor: ACTOR }), { status: 'refunded', amounts: [2 * PAELLA_CENTS] }],
  ['a ticket that is let in', (_, [first]) => admit(app, keeper, { ticketId: first! }), { status: 'refunded', amounts: [2 * PAELLA_CENTS] }],
];

test.each(SOMETHING_ELSE)('a refund between whose decision and writing comes %s is decided anew', async (_, act, { status, amounts }) => {
  const { event, orderId, ticketIds } = await aPaidOrder(2);
  onceBeforeItIsWritten(() => act(orderId, ticketIds));
  await requestRefund(app.deps, { orderId, what: { kind: 'order' }, actor: ACTOR });
  const { tickets, ...after } = await ledgerOf(app, orderId);
  expect([after.status, after.refunds.map(({ amount }) => amount)]).toEqual([status, amounts]);
  expect(await soldOf(app, event.id)).toBe(tickets.filter((ticket) => ticket === 'used').length);
  await app.round('refunds');
  expect(await app.doctor()).toEqual([]);
});

test('a ticket that is let in between the decision and the writing is not given back', async () => {
  const { orderId, ticketIds } = await aPaidOrder(2);
  onceBeforeItIsWritten(() => admit(app, keeper, { ticketId: ticketIds[0]! }));
  expect(await requestRefund(app.deps, { orderId, what: { kind: 'tickets', ticketIds: [ticketIds[0]!] }, actor: ACTOR })).toBe('nothing_to_refund');
  expect(await ledgerOf(app, orderId)).toMatchObject({ status: 'paid', tickets: ['used', 'active'], refunds: [], mails: ['sale'] });
});

test('a refund waits for the stock without keeping others from its order, and what the provider tells of it does not wait', async () => {
  const { event, orderId, session } = await aPaidOrder(2);
  let requested: Promise<unknown> = Promise.resolve();
  await app.db.inTransaction(async (tx) => {
    await tx.selectFrom('eventStock').select('sold').where('eventId', '=', event.id).forUpdate().execute();
    requested = requestRefund(app.deps, { orderId, what: { kind: 'order' }, actor: ACTOR });
    await expect.poll(() => statementsThatWait(app)).toBe(1);
    await sql`select from orders where id = ${orderId} for no key update nowait`.execute(tx);
    await sql`select from tickets where order_id = ${orderId} for update nowait`.execute(tx);
  });
  expect(await requested).toBe('due');
  await app.db.inTransaction(async (tx) => {
    await tx.selectFrom('eventStock').select('sold').where('eventId', '=', event.id).forUpdate().execute();
    await app.round('refunds');
    await app.round('provider feed');
  });
  expect(await ledgerOf(app, orderId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] });
  expect(app.stripe.session(session).intent!.charge!.refunds).toHaveLength(1);
});

test('the orders of a withdrawn event are refunded as one, and one that can not be keeps none of the others', async () => {
  const event = await anEvent(app, { maxTickets: 12 });
  const sales = [await aPaidOrder(1, event), await aPaidOrder(2, event), await aPaidOrder(1, event)];
  await sql`alter table refunds add constraint not_this_one check (order_id <> ${sql.lit(sales[1]!.orderId)})`.execute(app.db.query);
  await withdraw(app, event.id);
  await app.round('withdrawals');
  const statuses = async (): Promise<string[]> => Promise.all(sales.map(async ({ orderId }) => (await ledgerOf(app, orderId)).status));
  expect(await statuses()).toEqual(['refunded', 'paid', 'refunded']);
  await sql`alter table refunds drop constraint not_this_one`.execute(app.db.query);
  await app.round('withdrawals');
  expect(await statuses()).toEqual(['refunded', 'refunded', 'refunded']);
  expect(await soldOf(app, event.id)).toBe(0);

  const together = await anEvent(app, { maxTickets: 12 });
  for (let sale = 0; sale < 4; sale += 1) await aPaidOrder(2, together);
  await withdraw(app, together.id);
  await app.round('withdrawals');
  const { rows } = await sql<{ refunds: number; transactions: number }>`
    select count(*)::integer as refunds, count(distinct r.xmin::text)::integer as transactions from refunds r join orders o on o.id = r.order_id where o.event_id = ${together.id}`.execute(app.db.query);
  expect(rows).toEqual([{ refunds: 4, transactions: 1 }]);
  figure('T10 transactions that refund the 4 orders of a withdrawn event', rows[0]!.transactions);
});

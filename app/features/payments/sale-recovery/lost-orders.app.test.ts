import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sealAudit } from '#app/platform/adapters/db/audit.server.ts';
import { examine } from '#app/features/doctor/doctor.server.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { aPassHolder, aDoorkeeper, verify } from '#tests/support/people/scanners.ts';
import { aTicket, order, signedIn } from '#tests/support/people/buyers.ts';
import { count, examined, figure } from '#tests/support/reporting/counts.ts';
import { anEvent, PAELLA, soldOf, takenOf } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp, type StripeApp } from '#tests/support/stripe/stripe-app.ts';
import { aMember, login, type Member } from '#tests/support/people/accounts.ts';
import { aVoucher, type MadeVoucher } from '#tests/support/app/vouchers.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';

const ORDERS = count({ test: 12, soak: 300 });

interface Sold {
  orderId: string;
  orderNumber: string;
  event: EventDetail;
  tickets: unknown[];
}

let lost: StripeApp;
let restored: TestApp;
let dinner: EventDetail;
let small: EventDetail;
let renamed: EventDetail;
let known: MadeVoucher & { code: string };
let limited: EventDetail;
let member: Member;

/** Two sites on one moment of the past: what the first one sells since, the second has never heard of. */
beforeAll(async () => {
  const before = await aTestDatabase();
  const maker = await aTestApp({ databaseUrl: before });
  dinner = await anEvent(maker, { extras: { Cafe: [200, 150, 100] }, places: { Paella: 10_000 } });
  small = await anEvent(maker, { maxTickets: 3, extras: { Cafe: [200, 150, 100] } });
  renamed = await anEvent(maker, { dishes: { Paella: PAELLA, Torrada: [700, 700, 700] } });
  known = await aVoucher(maker, await signedIn(maker, 'admin@comboi.test'));
  limited = await anEvent(maker, { memberQuota: 1, dishes: { Paella: PAELLA } });
  member = await aMember(maker);
  await maker.close();
  const copy = await aTestDatabase(new URL(before).pathname.slice(1));
  lost = await aStripeApp({ databaseUrl: before });
  // Fewer than sales that are restored at once: none may wait for a second one.
  restored = await aTestApp({ databaseUrl: copy, poolSize: 4, clock: lost.clock, deps: () => ({ payments: lost.deps.payments }) });
});
afterAll(async () => {
  await restored.close();
  await lost.close();
});

async function soldAndPaid(event: EventDetail, tickets = [aTicket(event)]): Promise<Sold> {
  const { placed, session } = await anOrderAtStripe(lost, { event, tickets });
  await lost.stripe.pay(session);
  return { orderId: placed.orderId, orderNumber: placed.orderNumber, event, tickets: await rowsOf(lost, placed.orderId) };
}

async function rowsOf(app: TestApp, orderId: string): Promise<unknown[]> {
  return app.db.query.selectFrom('tickets').select(['id', 'ticketNumber', 'price', 'userRole', 'menuSelection', 'extrasSelection', 'status']).where('orderId', '=', orderId).orderBy('position').execute();
}

async function discountsOf(app: TestApp, orderId: string): Promise<number[][]> {
  const rows = await app.db.query.selectFrom('tickets').select(['price', 'discount']).where('orderId', '=', orderId).orderBy('position').execute();
  return rows.map(({ price, discount }) => [price, discount]);
}

async function usesOf(orderId: string) {
  return restored.db.query.selectFrom('voucherUses').innerJoin('voucherCodes', 'voucherCodes.code', 'voucherUses.code').select(['voucherCodes.label', 'voucherUses.discount']).where('orderId', '=', orderId).execute();
}

async function openCases(): Promise<{ kind: string; orderId: string | null }[]> {
  return restored.db.query.selectFrom('paymentCases').select(['kind', 'orderId']).where('settledAt', 'is', null).execute();
}

test('what was ordered and paid after the backup comes back from the provider with its tickets, and a mail; notes do not', async () => {
  const extras = dinner.options.map(({ id }) => id);
  const sold: Sold[] = [];
  for (let n = 0; n < ORDERS; n += 1) {
    sold.push(await soldAndPaid(dinner, [aTicket(dinner, { options: extras, note: 'gluten no' }), ...Array.from({ length: n % 3 }, () => aTicket(dinner))]));
  }
  await restored.round('provider feed');

  const back = await Promise.all(sold.map(async ({ orderId, orderNumber, tickets }) => {
    const found = await restored.db.query.selectFrom('orders').select(['status', 'orderNumber', 'email']).where('id', '=', orderId).executeTakeFirst();
    expect(found).toEqual({ status: 'paid', orderNumber, email: 'ramon@example.com' });
    expect(await rowsOf(restored, orderId)).toEqual(tickets);
    return found;
  }));
  figure('G18 paid orders recovered after a restore that had lost them', `${back.length} of ${ORDERS}`);
  expect(await soldOf(restored, dinner.id)).toBe(await soldOf(lost, dinner.id));
  expect(await takenOf(restored, dinner, 'Paella')).toBe(await takenOf(lost, dinner, 'Paella'));
  expect(await restored.db.query.selectFrom('tickets').select('id').where('note', 'is not', null).execute()).toEqual([]);
  expect(JSON.stringify([...lost.stripe.ledger.sessions.values()])).not.toContain('gluten');
  const passHolder = await aPassHolder(restored, { admin: await aDoorkeeper(restored, { admin: true }), events: [dinner] });
  expect((await verify(restored, passHolder, { qrData: (sold[0]!.tickets[0] as { id: string }).id, eventId: dinner.id })).code).toBe('VALID');
  expect(await openCases()).toEqual([]);
});

test('an order with a code comes back with its discount and its use; of a code that was lost, with what it took off', async () => {
  const orders = [];
  for (const voucher of [known.code, (await aVoucher(lost, await signedIn(lost, 'admin@comboi.test'), { uses: 5 })).code]) {
    const { placed, session } = await anOrderAtStripe(lost, { event: dinner, quantity: 2, body: { voucher } });
    await lost.stripe.pay(session);
    orders.push(placed);
    expect(JSON.stringify(lost.stripe.ledger.sessions.get(session)), 'the provider is told no code').not.toContain(voucher);
  }
  lost.clock.advance(10_000);
  await restored.round('provider feed');
  const [withCode, withLostCode] = orders.map(({ orderId }) => orderId) as [string, string];
  for (const id of [withCode, withLostCode]) expect(await discountsOf(restored, id)).toEqual([[1120, 280], [1120, 280]]);
  expect(await discountsOf(restored, withCode)).toEqual(await discountsOf(lost, withCode));
  expect(await usesOf(withCode)).toEqual([{ label: known.code, discount: 560 }]);
  expect(await usesOf(withLostCode)).toEqual([]);
  const again = await order(restored, { event: dinner, body: { voucher: known.code } });
  expect([again.status, again.body.code]).toEqual([409, 'VOUCHER_USED_UP']);
});

test('what a member bought comes back to their account, and counts in their quota', async () => {
  const { placed, session } = await anOrderAtStripe(lost, { event: limited, quantity: 2, cookie: await login(lost, member), body: { email: 'una-altra@example.com' } });
  await lost.stripe.pay(session);
  lost.clock.advance(10_000);
  await restored.round('provider feed');
  const soldTo = async ({ db }: TestApp) => ({
    ...(await db.query.selectFrom('orders').select(['userId', 'role']).where('id', '=', placed.orderId).executeTakeFirstOrThrow()),
    tickets: await db.query.selectFrom('tickets').select(['price', 'userRole', 'pricedAs']).where('orderId', '=', placed.orderId).orderBy('position').execute(),
  });
  expect(await soldTo(restored)).toEqual(await soldTo(lost));
  expect((await soldTo(restored)).userId).toBe(member.id);
  const { body } = await order(restored, { event: limited, cookie: await login(restored, member) });
  expect(body.total, 'the quota is used up').toBe(PAELLA[0]);
});

test('told of by the webhook and the list at once, an order comes back once', async () => {
  lost.stripe.notifies = false;
  const { orderId } = await soldAndPaid(dinner);
  lost.clock.advance(10_000);
  const other = await restored.another();
  await Promise.all([restored.round('provider feed'), other.round('reconciliation'), restored.round('reconciliation')]);
  await other.close();
  expect(await rowsOf(restored, orderId)).toHaveLength(1);
  expect(await restored.db.query.selectFrom('payments').select('status').where('orderId', '=', orderId).execute()).toEqual([{ status: 'paid' }]);
});

test('what does not fit any more is a case for a person, and nobody loses a seat or gets money back unasked', async () => {
  const late = await soldAndPaid(small);
  for (let n = 0; n < 3; n += 1) expect((await order(restored, { event: small })).status).toBe(201);
  const torrada = renamed.sections[0]!.items[1]!;
  const gone = await soldAndPaid(renamed, [{ sections: { [renamed.sections[0]!.id]: [torrada.id] }, options: [] }]);
  await restored.db.query.updateTable('eventSectionItems').set({ archivedAt: lost.clock.now() }).where('id', '=', torrada.id).execute();
  lost.clock.advance(10_000);
  await restored.round('provider feed');
  expect(await restored.db.query.selectFrom('orders').select('id').where('id', 'in', [late.orderId, gone.orderId]).execute()).toEqual([]);
  expect((await openCases()).map(({ kind }) => kind)).toEqual(['unknown_charge', 'unknown_charge']);
  expect(await soldOf(restored, small.id)).toBe(3);
  expect(lost.stripe.calls.filter((call) => call.includes('POST /v1/refunds'))).toEqual([]);
});

test('what was paid for an event that was lost is no order of another one that got its number', async () => {
  const concert = await anEvent(lost, { title: 'Concert', dishes: {} });
  const { orderId } = await soldAndPaid(concert);
  lost.clock.advance(10 * 60_000);
  await sql`select setval(pg_get_serial_sequence('events', 'id'), ${concert.id}, false)`.execute(restored.db.query);
  expect((await anEvent(restored, { title: 'Bingo', dishes: {} })).id).toBe(concert.id);
  await restored.round('provider feed');
  expect(await rowsOf(restored, orderId)).toEqual([]);
  expect((await openCases()).map(({ kind }) => kind)).toEqual(['unknown_charge', 'unknown_charge', 'unknown_charge']);
});

test('an order of another site on the same account stays there', async () => {
  const { orderId } = await soldAndPaid(dinner);
  const session = [...lost.stripe.ledger.sessions.values()].find(({ reference }) => reference === orderId)!;
  session.successUrl = session.successUrl.replace(/^http:\/\/[^/]+/, 'https://entrades.example');
  lost.clock.advance(10_000);
  await restored.round('provider feed');
  expect(await rowsOf(restored, orderId)).toEqual([]);
});

test('afterwards the books are in order, and the same as the provider’s', async () => {
  await sealAudit(restored.db.query);
  const found = await examine({ db: restored.db, payments: restored.deps.payments, clock: restored.clock }, { since: new Date(0) });
  examined(found.length);
  expect(found).toEqual([]);
});

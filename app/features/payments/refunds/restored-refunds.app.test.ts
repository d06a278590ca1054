import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { openBackupStore } from '#app/features/backups/backup-store.server.ts';
import { restoreBackup } from '#app/features/backups/restoration.server.ts';
import { storeBackup } from '#app/features/backups/service.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { openWithdrawnConsents } from '#app/platform/adapters/withdrawn-consents.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aVoucher } from '#tests/support/app/vouchers.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { theAdmin } from '#tests/support/people/admins.ts';
import { signedIn } from '#tests/support/people/buyers.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { anOrderAtStripe, aStripeApp, ledgerOf, type StripeApp } from '#tests/support/stripe/stripe-app.ts';

import { refundAgain } from './refunds.server.ts';

const PAELLA_CENTS = 1400;
const ACTOR = 'user:00000000-0000-4000-8000-00000000ad31';

type What = Parameters<typeof requestRefund>[1]['what'];

let lost: StripeApp;
let orderId: string;
let session: string;
let ticketIds: string[];
let backup: string;

beforeEach(async () => {
  lost = await aStripeApp();
  onTestFinished(() => lost.close());
  const sale = await anOrderAtStripe(lost, { event: await anEvent(lost, { maxTickets: 12 }), quantity: 3 });
  ({ session, placed: { orderId } } = sale);
  await lost.stripe.pay(session);
  lost.stripe.notifies = false;
  await lost.round('provider feed');
  ticketIds = (await lost.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).orderBy('position').execute()).map(({ id }) => id);
  backup = (await storeBackup(lost.deps)).name;
});

async function restored(): Promise<TestApp> {
  const [url, store] = [await aTestDatabase('template1'), openBackupStore(lost.deps)];
  await restoreBackup({ url, storage: lost.deps.storage, clock: lost.clock, log: silentLogger, open: async () => (await store.read(backup))!, files: store.files, replace: true, withdrawnConsents: openWithdrawnConsents(lost.deps) });
  const app = await aTestApp({ databaseUrl: url, clock: lost.clock, deps: () => ({ payments: lost.deps.payments }) });
  onTestFinished(() => app.close());
  return app;
}

async function refund(app: TestApp, what: What): Promise<void> {
  expect(await requestRefund(app.deps, { orderId, what, actor: ACTOR })).toBe('due');
}

async function refundAndLose(what: What): Promise<TestApp> {
  lost.clock.advance(60_000);
  await refund(lost, what);
  await lost.round('refunds');
  lost.clock.advance(60_000);
  return restored();
}

const tickets = (...places: number[]): What => ({ kind: 'tickets', ticketIds: places.map((place) => ticketIds[place]!) });
const atStripe = (): number[] => lost.stripe.session(session).intent!.charge!.refunds.map(({ amount }) => amount);

async function inOurBooks(app: TestApp): Promise<[string, number][]> {
  const { refunds } = await ledgerOf(app as StripeApp, orderId);
  return refunds.map(({ status, amount }): [string, number] => [status, amount]).toSorted(([, one], [, other]) => one - other);
}

describe.each(soakCases([['refunds', 'provider feed'], ['provider feed', 'refunds']]))('where %s come first, a refund that a restored backup lacks', (...jobs) => {
  async function rounds(app: TestApp): Promise<void> {
    for (const job of jobs) await app.round(job);
  }

  test('and that is asked for again is the one that was made', async () => {
    const app = await refundAndLose(tickets(0));
    await refund(app, tickets(0));
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual([['succeeded', PAELLA_CENTS]]);
    expect((await ledgerOf(app as StripeApp, orderId)).openCases).toEqual([]);
  });

  test('is not counted as that of another ticket, which costs as much', async () => {
    const app = await refundAndLose(tickets(0));
    await refund(app, tickets(1));
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS, PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual([['succeeded', PAELLA_CENTS], ['succeeded', PAELLA_CENTS]]);
    expect((await ledgerOf(app as StripeApp, orderId)).openCases).toEqual(['partial_refund']);
  });

  test('is not counted as one of more', async () => {
    const app = await refundAndLose(tickets(0));
    await refund(app, tickets(1, 2));
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS, 2 * PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual([['succeeded', PAELLA_CENTS], ['succeeded', 2 * PAELLA_CENTS]]);
  });

  test('is not counted as one of all that was paid, which a person judges', async () => {
    const app = await refundAndLose(tickets(0));
    await refund(app, { kind: 'order' });
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual([['succeeded', PAELLA_CENTS], ['failed', 3 * PAELLA_CENTS]]);
    expect((await ledgerOf(app as StripeApp, orderId)).openCases).toContain('refund_failed');
  });

  test('and that was told of before it is asked for again is no second one: its ticket ends by it', async () => {
    const app = await refundAndLose(tickets(0));
    await app.round('provider feed');
    expect((await ledgerOf(app as StripeApp, orderId)).openCases).toEqual(['partial_refund']);
    await refund(app, tickets(0));
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual([['succeeded', PAELLA_CENTS]]);
    expect(await ledgerOf(app as StripeApp, orderId)).toMatchObject({ status: 'paid', tickets: ['refunded', 'active', 'active'], openCases: [], mails: ['sale', 'refund'] });
  });

  test('and that was told of before it is asked for again leaves those valid that a code made free, when all is back', async () => {
    const { code } = await aVoucher(lost, await signedIn(lost, 'admin@comboi.test'), { kind: 'free', ticketLimit: 1 });
    const sale = await anOrderAtStripe(lost, { event: await anEvent(lost, { maxTickets: 12 }), quantity: 3, body: { voucher: code } });
    ({ session, placed: { orderId } } = sale);
    lost.stripe.notifies = true;
    await lost.stripe.pay(session);
    lost.stripe.notifies = false;
    await lost.round('provider feed');
    ticketIds = (await lost.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).where('price', '>', 0).execute()).map(({ id }) => id);
    backup = (await storeBackup(lost.deps)).name;
    const app = await refundAndLose(tickets(0));
    await app.round('provider feed');
    for (const place of [0, 1]) {
      await refund(app, tickets(place));
      await rounds(app);
      lost.clock.advance(60_000);
      await rounds(app);
    }
    await app.round('reversals watch');
    await app.round('reconciliation');
    const { status, tickets: left } = await ledgerOf(app as StripeApp, orderId);
    expect([status, left.toSorted(), atStripe()]).toEqual(['paid', ['active', 'refunded', 'refunded'], [PAELLA_CENTS, PAELLA_CENTS]]);
  });

  test('of more than is left since, told of before it is asked for again, is no second one', async () => {
    const app = await refundAndLose(tickets(0, 1));
    await app.round('provider feed');
    await refund(app, tickets(1, 0));
    await rounds(app);
    expect(atStripe()).toEqual([2 * PAELLA_CENTS]);
    expect(await ledgerOf(app as StripeApp, orderId)).toMatchObject({ status: 'paid', tickets: ['refunded', 'refunded', 'active'], openCases: [] });
  });

  test('and that was told of before another ticket is asked for keeps its own key and its case', async () => {
    const app = await refundAndLose(tickets(0));
    await app.round('provider feed');
    await refund(app, tickets(1));
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS, PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual(atStripe().map((amount) => ['succeeded', amount]));
    expect((await ledgerOf(app as StripeApp, orderId)).openCases).toEqual(['partial_refund']);
  });

  test('after one that failed, told of before that is asked for again, is no second one', async () => {
    lost.stripe.balance = 0;
    await refundAndLose(tickets(0));
    await lost.stripe.endRefund(lost.stripe.session(session).intent!.charge!.refunds[0]!.id, 'failed');
    lost.stripe.balance = Number.POSITIVE_INFINITY;
    await lost.round('provider feed');
    backup = (await storeBackup(lost.deps)).name;
    const again = async (of: TestApp): Promise<unknown> => {
      const failed = await of.db.query.selectFrom('refunds').select(['id', 'paymentId']).where('orderId', '=', orderId).where('status', '=', 'failed').executeTakeFirstOrThrow();
      return refundAgain(of.deps, { paymentId: failed.paymentId, what: { failed: failed.id }, by: await theAdmin(of) });
    };
    lost.clock.advance(60_000);
    expect(await again(lost)).toBe('due');
    await lost.round('refunds');
    lost.clock.advance(60_000);
    const app = await restored();
    await app.round('provider feed');
    expect((await ledgerOf(app as StripeApp, orderId)).openCases).toEqual(['refund_failed', 'partial_refund']);
    expect(await again(app)).toBe('due');
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS, PAELLA_CENTS]);
    expect((await inOurBooks(app)).toSorted()).toEqual([['failed', PAELLA_CENTS], ['succeeded', PAELLA_CENTS]]);
    expect((await ledgerOf(app as StripeApp, orderId)).openCases).toEqual(['refund_failed']);
  });

  test('whose case was settled without a ticket is followed by another, on purpose', async () => {
    const app = await refundAndLose(tickets(0));
    await app.round('provider feed');
    await app.db.query.updateTable('paymentCases').set({ settledAt: app.clock.now() }).execute();
    await refund(app, tickets(0));
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS, PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual(atStripe().map((amount) => ['succeeded', amount]));
  });

  test('of all that was paid, asked for again a day after it was made, is not made twice', async () => {
    const app = await refundAndLose({ kind: 'order' });
    lost.stripe.forgetKeys();
    await refund(app, { kind: 'order' });
    await rounds(app);
    expect(atStripe()).toEqual([3 * PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual([['succeeded', 3 * PAELLA_CENTS]]);
    expect(await ledgerOf(app as StripeApp, orderId)).toMatchObject({ status: 'refunded', openCases: [] });
  });

  test('of two, asked for again in another order, are not made twice', async () => {
    await refund(lost, tickets(0));
    const app = await refundAndLose(tickets(1));
    await refund(app, tickets(1));
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS, PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual([['succeeded', PAELLA_CENTS], ['succeeded', PAELLA_CENTS]]);
  });

  test('of one ticket, asked for again a day after it was made, is not made twice', async () => {
    const app = await refundAndLose(tickets(0));
    lost.stripe.forgetKeys();
    await refund(app, tickets(0));
    await rounds(app);
    expect(atStripe()).toEqual([PAELLA_CENTS]);
    expect(await inOurBooks(app)).toEqual([['succeeded', PAELLA_CENTS]]);
  });
});

import { expect, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp } from '#tests/support/stripe/stripe-app.ts';

import { compareLedgers } from './ledger.server.ts';

const ADMIN = '00000000-0000-4000-8000-00000000ad31';

test('a payment or a refund that comes while the books are compared is no mismatch', async () => {
  const own = await aStripeApp();
  try {
    const event = await anEvent(own);
    const [early, late] = [await anOrderAtStripe(own, { event }), await anOrderAtStripe(own, { event })];
    await own.stripe.pay(late.session);
    const since = new Date(own.clock.now().getTime() - 24 * 3_600_000);
    let pages = 0;
    const see = async (snapshots: readonly unknown[]): Promise<void> => {
      pages += snapshots.length;
      if (pages > snapshots.length) return;
      await own.stripe.pay(early.session);
      await requestRefund(own.deps, { orderId: late.placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` });
      await own.round('refunds');
    };
    const { mismatches } = await compareLedgers({ db: own.db, payments: own.deps.payments }, { since, see });
    expect(mismatches).toEqual([]);
    // They did differ at first: all pages were looked at twice.
    expect(pages).toBe(4);
  } finally {
    await own.close();
  }
});

test('ten mismatches of seven kinds are all found, and nothing else is', async () => {
  const own = await aStripeApp();
  try {
    const event = await anEvent(own);
    const sales: Awaited<ReturnType<typeof anOrderAtStripe>>[] = [];
    for (let n = 0; n < 20; n += 1) {
      const sale = await anOrderAtStripe(own, { event });
      await own.stripe.pay(sale.session);
      sales.push(sale);
    }
    const since = new Date(own.clock.now().getTime() - 24 * 3_600_000);
    const parts = { db: own.db, payments: own.deps.payments };
    expect((await compareLedgers(parts, { since })).mismatches).toEqual([]);

    const injected: string[] = [];
    const chargeOf = (n: number) => own.stripe.session(sales[n]!.session).intent!.charge!;
    const expectToFind = (n: number, kind: string): void => void injected.push(`${kind} ${chargeOf(n).id}`);
    const { query } = own.db;
    own.stripe.notifies = false;
    for (const n of [0, 1]) {
      expectToFind(n, 'charge_unknown');
      await query.updateTable('payments').set({ providerPayment: null, status: 'expired' }).where('providerSession', '=', sales[n]!.session).execute();
    }
    expectToFind(2, 'charge_missing');
    own.stripe.ledger.sessions.delete(sales[2]!.session);
    for (const n of [3, 4]) {
      expectToFind(n, 'amount_differs');
      chargeOf(n).amount -= 1;
    }
    expectToFind(5, 'paid_not_sold');
    await query.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', sales[5]!.placed.orderId).execute();
    expectToFind(6, 'refunds_differ');
    await own.stripe.refundManually(sales[6]!.session, 100);
    expectToFind(7, 'refunds_differ');
    await requestRefund(own.deps, { orderId: sales[7]!.placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` });
    await own.round('refunds');
    chargeOf(7).refunds.length = 0;
    expectToFind(8, 'dispute_unknown');
    await own.stripe.dispute(sales[8]!.session);
    expectToFind(9, 'paid_twice');
    const twin = own.stripe.session(sales[10]!.session);
    twin.reference = sales[9]!.placed.orderId;

    const { mismatches } = await compareLedgers(parts, { since });
    const found = mismatches.map((one) => `${one.kind} ${one.charge}`);
    expect(found.filter((one) => !one.startsWith('paid_twice')).toSorted()).toEqual(injected.filter((one) => !one.startsWith('paid_twice')).toSorted());
    expect(found.filter((one) => one.startsWith('paid_twice'))).toHaveLength(1);
    const right = found.filter((one) => injected.includes(one) || one.startsWith('paid_twice')).length;
    figure('B29 mismatches between our books and the provider’s that were found, false alarms', `${right} of ${injected.length}, ${found.length - right}`);
  } finally {
    await own.close();
  }
});

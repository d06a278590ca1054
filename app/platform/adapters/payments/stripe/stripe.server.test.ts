import { expect, test, vi } from 'vitest';

import { systemClock } from '../../clock.server.ts';
import { cents } from '#app/domain/money.ts';
import type { SoldTicket } from '#app/domain/payment/sale-record.ts';
import { silentLogger } from '../../log.server.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { STRIPE_KEY, STRIPE_SECRET } from '#tests/support/stripe/stripe-server-ledger.ts';
import { type StripeServer, stripeServer } from '#tests/support/stripe/stripe-server.ts';

import { CARD_SUMS, ExpiryTooShort, SessionRejected, PaymentUnavailable, type SessionRequest, type ProviderWithoutPace } from '../payment-provider.server.ts';
import { createStripe } from './stripe.server.ts';

const TICKET: SoldTicket = { id: 'A'.repeat(26), role: 'public', price: 1400, discount: 0, choices: [] };

const ORDER: SessionRequest = {
  key: 'order:1',
  orderId: '6f1c0c5e-0000-4000-8000-000000000001',
  orderNumber: 'ORD-1-0001',
  eventId: 1,
  eventTitle: 'Sopar',
  email: 'ramon@example.com',
  amount: cents(1400),
  currency: 'eur',
  ticketQuantity: 1,
  contents: async () => ({ lines: [{ name: 'Tiquet', description: '', amount: cents(1400), ticket: TICKET }], uses: [], account: null }),
  expiresAt: new Date(systemClock.now().getTime() + 33 * 60_000),
  successUrl: 'http://127.0.0.1/payment-success',
  cancelUrl: 'http://127.0.0.1/checkout/1',
};

function providerAt(stripe: StripeServer): ProviderWithoutPace {
  return createStripe({ secretKey: STRIPE_KEY, webhookSecrets: [STRIPE_SECRET], apiBase: new URL(stripe.url), clock: systemClock, log: silentLogger });
}

test('a page is opened for the smallest and the largest sum that the port names, and for none beyond', async () => {
  await using stripe = await stripeServer();
  const provider = providerAt(stripe);
  const pageOf = (amount: number): Promise<unknown> =>
    provider.openSession({ ...ORDER, key: `order:${amount}`, amount: cents(amount), contents: async () => ({ lines: [{ name: 'Tiquet', description: '', amount: cents(amount), ticket: TICKET }], uses: [], account: null }) });
  const { smallest, largest } = CARD_SUMS;
  expect(provider.chargeLimits).toEqual(CARD_SUMS);
  for (const amount of [smallest, largest]) await expect(pageOf(amount)).resolves.toMatchObject({ url: expect.any(String) });
  for (const amount of [smallest - 1, largest + 1]) await expect(pageOf(amount)).rejects.toBeInstanceOf(SessionRejected);
});

test('a page that takes two slow calls is given up, and the same key finds it afterwards', async () => {
  await using stripe = await stripeServer();
  const provider = providerAt(stripe);
  stripe.down = 'slow';
  const began = performance.now();
  await expect(provider.openSession(ORDER)).rejects.toBeInstanceOf(PaymentUnavailable);
  figure('a page at a slow Stripe is given up after', `${((performance.now() - began) / 1_000).toFixed(1)} s`);

  stripe.down = null;
  const page = await vi.waitFor(() => provider.openSession(ORDER), { timeout: 60_000, interval: 250 });
  expect([...stripe.ledger.sessions.keys()]).toEqual([page.session]);
});

test.each([0, 45, 75, 170, 400])('a clock of ours that is %i s slow sells all the same, on a page that Stripe opens, and is known to be', async (seconds) => {
  const theirs = { now: () => new Date(systemClock.now().getTime() + seconds * 1_000) };
  await using stripe = await stripeServer({ clock: theirs });
  const provider = providerAt(stripe);
  expect(provider.clockAheadMs()).toBeNull();
  const requestedAt = theirs.now().getTime();
  const { session } = await provider.openSession(ORDER);
  expect(stripe.session(session).expiresAt * 1_000).toBeGreaterThanOrEqual(requestedAt + 29.9 * 60_000);
  // An answer that was long on its way tells nothing; the next one does.
  await expect.poll(async () => {
    expect(await provider.openSession(ORDER)).toMatchObject({ session });
    return Math.abs((provider.clockAheadMs() ?? Infinity) - seconds * 1_000);
  }).toBeLessThan(2_000);
});

test('a clock that is hours off is no reason to ask for a page of hours', async () => {
  const theirs = { now: () => new Date(systemClock.now().getTime() + 5 * 3_600_000) };
  await using stripe = await stripeServer({ clock: theirs });
  await expect(providerAt(stripe).openSession(ORDER)).rejects.toBeInstanceOf(ExpiryTooShort);
});

import { sealAudit } from '#app/platform/adapters/db/audit.server.ts';
import { examine } from '#app/features/doctor/doctor.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';

import { examined } from '../reporting/counts.ts';
import { aPlacedOrder, type OrderInput, sessionOf } from '../people/buyers.ts';
import { type StripeServer, stripeServer } from './stripe-server.ts';
import { STRIPE_KEY, STRIPE_SECRET } from './stripe-server-ledger.ts';
import { aTestApp, type TestApp, type TestAppOptions } from '../app/test-app.ts';
import { testClock } from '../app/test-clock.ts';
import { TIMEOUT_FACTOR } from '../process/timeout-factor.ts';

export interface StripeApp extends TestApp {
  stripe: StripeServer;
  /** What is wrong in our books or between them and Stripe's; empty when all is well. Seals the audit first. */
  doctor(): Promise<string[]>;
}

const DAY_MS = 24 * 3_600_000;
/** As `npm run doctor` does. */
const EXAMINED_DAYS = 30;
/** The second of two that are valid while one replaces the other. */
export const OLD_SECRET = 'whsec_the_old_one';

/** The app with the real Stripe library, which talks to a Stripe-speaking server on the same clock. */
export async function aStripeApp(options: TestAppOptions & { pace?: { pagesPerSecond: number; timeoutFactor?: number } } = {}): Promise<StripeApp> {
  const clock = options.clock ?? testClock();
  let app: TestApp | null = null;
  const stripe = await stripeServer({
    clock,
    async carrier({ body, signature }) {
      const answer = await app!.ask('/api/payments/stripe', { method: 'POST', body, headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature } });
      await answer.body?.cancel();
      return answer.status;
    },
  });
  const built = (await import(/* @vite-ignore */ new URL('../../../build/server/index.js', import.meta.url).href)) as TestApp['comboi'];
  const { createStripe } = await built.loadStripe();
  const direct = createStripe({
    secretKey: STRIPE_KEY,
    webhookSecrets: [STRIPE_SECRET, OLD_SECRET],
    apiBase: new URL(stripe.url),
    clock,
    log: silentLogger,
  });
  const { pace = { pagesPerSecond: 1_000, timeoutFactor: TIMEOUT_FACTOR } } = options;
  const made = await aTestApp({ ...options, clock, deps: (usual) => ({ payments: built.pacedProvider(direct, { ...usual, ...pace }), ...options.deps?.(usual) }) });
  const { payments } = made.deps;
  app = made;
  return {
    ...made,
    stripe,
    async doctor() {
      await sealAudit(made.db.query);
      const since = new Date(clock.now().getTime() - EXAMINED_DAYS * DAY_MS);
      const found = await examine({ db: made.db, payments, clock }, { since });
      examined(found.length);
      return found.map(({ rule, what, how }) => `${rule}: ${what} (${how})`);
    },
    async close() {
      await made.close();
      await stripe[Symbol.asyncDispose]();
    },
  };
}

/** The end of a test file: our books in order, and the same as Stripe's. */
export async function closeBalanced(app: StripeApp): Promise<void> {
  app.stripe.down = null;
  const broken = await app.doctor();
  await app.close();
  if (broken.length > 0) throw new Error(`the books are not in order:\n${broken.join('\n')}`);
}

export interface AtStripe {
  placed: PlacedOrder;
  session: string;
}

export async function anOrderAtStripe(app: StripeApp, input: OrderInput): Promise<AtStripe> {
  const placed = await aPlacedOrder(app, input);
  return { placed, session: sessionOf(placed) };
}

/** All that is left of an order in our books. */
export async function ledgerOf(app: StripeApp, orderId: string) {
  const { query } = app.db;
  const [order, tickets, payments, refunds, cases, mails] = await Promise.all([
    query.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow(),
    query.selectFrom('tickets').select(['status', 'suspendedAt']).where('orderId', '=', orderId).orderBy('position').execute(),
    query.selectFrom('payments').select('status').where('orderId', '=', orderId).orderBy('createdAt').orderBy('idempotencyKey').execute(),
    query.selectFrom('refunds').select(['reason', 'status', 'amount']).where('orderId', '=', orderId).orderBy('createdAt').execute(),
    query.selectFrom('paymentCases').select(['kind', 'settledAt']).where('orderId', '=', orderId).orderBy('createdAt').execute(),
    query.selectFrom('mails').select('cause').where('orderId', '=', orderId).orderBy('createdAt').execute(),
  ]);
  return {
    status: order.status,
    tickets: tickets.map((ticket) => (ticket.suspendedAt === null ? ticket.status : `${ticket.status}, suspended`)),
    payments: payments.map((payment) => payment.status),
    refunds,
    openCases: cases.filter((one) => one.settledAt === null).map((one) => one.kind),
    mails: mails.map((mail) => mail.cause),
  };
}

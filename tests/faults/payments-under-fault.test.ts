import { afterAll, beforeAll, expect, test } from 'vitest';

import { type AppState, createAppState } from '#app/platform/app-state.server.ts';
import { sealAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Database } from '#app/platform/adapters/db/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { examine } from '#app/features/doctor/doctor.server.ts';
import { GATHERED } from '#app/features.server.ts';
import { payments } from '#app/features/payments/feature.server.ts';
import { reconcileOpenPayments } from '#app/features/payments/holds.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { openDeps, type OpenDeps } from '#app/open-deps.server.ts';
import { startServer } from '#tests/support/process/child-server.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { eventOnline, orderOnline, orderStateOnline } from '#tests/support/people/online-buyers.ts';
import { carrierTo, payableOnline, type PayableOrder, stripeEnv } from '#tests/support/stripe/stripe-online.ts';
import { type StripeServer, stripeServer } from '#tests/support/stripe/stripe-server.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { tcpProxy } from '#tests/support/process/between/tcp-proxy.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { TIMEOUT_FACTOR } from '#tests/support/process/timeout-factor.ts';

const UNLIMITED = 'Concert de la nit del foc';
const DAY_MS = 24 * 3_600_000;
const KILLS = count({ test: 3, soak: 50 });

/** Where Stripe's deliveries go: to whichever server is up. */
const target: { url: string | null } = { url: null };
let dataDir: string;
let stripe: StripeServer;
/** Our own look into the books, beside the servers that are killed. */
let ours: OpenDeps;
let state: AppState;
let db: Database;
let env: Record<string, string>;

beforeAll(async () => {
  dataDir = await temporaryFolder();
  stripe = await stripeServer({ carrier: carrierTo(target) });
  // Asked for by a server meanwhile, they would be known before they are delivered.
  stripe.listsEvents = false;
  env = { ...stripeEnv(stripe), DATABASE_URL: await aTestDatabase() };
  ours = await openDeps(readEnv({ ...env, DATA_DIR: dataDir }), { log: silentLogger, timeoutFactor: TIMEOUT_FACTOR });
  db = ours.deps.db;
  const opened = createAppState();
  opened.open(payments.open?.(ours.deps, GATHERED) ?? []);
  state = opened;
});
afterAll(async () => {
  const { payments: provider, clock } = ours.deps;
  await sealAudit(db.query);
  const broken = await examine({ db, payments: provider, clock }, { since: new Date(clock.now().getTime() - DAY_MS) });
  await ours.close();
  await stripe[Symbol.asyncDispose]();
  await removeDataDir(dataDir);
  if (broken.length > 0) throw new Error(`the books are not in order:\n${broken.map(({ rule, what, how }) => `${rule}: ${what} (${how})`).join('\n')}`);
});

async function anOrder(url: string, key: string): Promise<PayableOrder> {
  return payableOnline(url, { event: await eventOnline(url, UNLIMITED), key });
}

async function knownEvents(ids: readonly string[]): Promise<number> {
  return (await db.query.selectFrom('paymentEvents').select('id').where('id', 'in', [...ids]).execute()).length;
}

test('a kill -9 between the event and the order it pays leaves neither, and the next delivery does both', async () => {
  const orders: string[] = [];
  const before = stripe.events.length;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startServer({ dataDir, env, stopAt: 'after-event-row' });
    target.url = server.url;
    const { orderId, session } = await anOrder(server.url, `killed-amid-${kill}`);
    const known = stripe.events.length;
    const paying = stripe.pay(session);
    await server.says(/at after-event-row/);
    await server.kill();
    await paying;
    orders.push(orderId);
    expect(await knownEvents(stripe.events.slice(known).map((event) => event.id))).toBe(0);
    expect(await db.query.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()).toEqual({ status: 'pending_payment' });
  }
  await using server = await startServer({ dataDir, env });
  target.url = server.url;
  for (const event of stripe.events.slice(before)) expect(await stripe.deliver(event)).toBe(200);
  let whole = 0;
  for (const orderId of orders) {
    expect(await orderStateOnline(server.url, orderId)).toMatchObject({ status: 'paid' });
    expect(await db.query.selectFrom('mails').select('cause').where('orderId', '=', orderId).execute()).toEqual([{ cause: 'sale' }]);
    whole += 1;
  }
  figure('B7 half done after a kill -9 between event and payment', `${KILLS - whole} of ${KILLS}`);
});

test('a kill -9 after the page was opened, before its name was kept: one round later nobody can pay a page we know nothing of', async () => {
  const { clock } = ours.deps;
  const inAMinute = { now: () => new Date(clock.now().getTime() + 61_000) };
  const strays: string[] = [];
  let unknown = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startServer({ dataDir, env, stopAt: 'after-session-before-mark' });
    const event = await eventOnline(server.url, UNLIMITED);
    const unanswered = orderOnline(server.url, { event, key: `killed-unnamed-${kill}` });
    await server.says(/at after-session-before-mark/);
    await server.kill();
    // On a busy machine the buyer was sent to the page of ours before the provider's was asked for.
    const paths = [await unanswered].flatMap((answer) => (answer === null ? [] : [new URL(answer.body.paymentUrl!).pathname]));
    expect(paths.filter((path) => !path.startsWith('/pay/'))).toEqual([]);
    const stray = await payableStrays();
    expect(stray).toHaveLength(1);
    strays.push(...stray);
    await reconcileOpenPayments({ ...ours.deps, state, clock: inAMinute });
    const left = await payableStrays();
    expect(left).toEqual([]);
    unknown += left.length;
  }
  figure('B21 payable pages we know nothing of, one round after a kill -9', `${unknown} of ${strays.length}`);

  await using server = await startServer({ dataDir, env });
  target.url = server.url;
  for (const [kill, session] of strays.entries()) {
    await stripe.pay(session);
    const again = await orderOnline(server.url, { event: await eventOnline(server.url, UNLIMITED), key: `killed-unnamed-${kill}` });
    expect(again?.body).toMatchObject({ status: 'paid' });
  }
});

/** Pages that can be paid and that none of our payments names. */
async function payableStrays(): Promise<string[]> {
  const open = [...stripe.ledger.sessions.values()].filter((session) => session.status === 'open').map((session) => session.id);
  const named = await db.query.selectFrom('payments').select('providerSession').where('providerSession', 'is not', null).execute();
  const names = new Set(named.map((payment) => payment.providerSession));
  return open.filter((id) => !names.has(id));
}

test('a database that is cut off amid a webhook, and before others: each is refused, nothing is lost, and told again it all works', async () => {
  const direct = new URL(env['DATABASE_URL']!);
  await using proxy = await tcpProxy({ host: direct.hostname, port: Number(direct.port) });
  direct.port = String(proxy.port);
  await using server = await startServer({ dataDir, env: { ...env, DATABASE_URL: direct.href }, stopAt: 'after-event-row' });
  target.url = server.url;
  const orders = await Promise.all(Array.from({ length: 5 }, (_, n) => anOrder(server.url, `cut-off-${n}`)));

  const before = stripe.events.length;
  stripe.notifies = false;
  for (const { session } of orders) await stripe.pay(session);
  stripe.notifies = true;
  const events = stripe.events.slice(before).filter((event) => event.type === 'checkout.session.completed');
  const [amid, ...others] = events.map((event) => () => stripe.deliver(event));
  const answered = amid!();
  await server.says(/at after-event-row/);
  proxy.cut();
  server.send('SIGUSR2');
  const refused = [await answered, ...(await Promise.all(others.map((deliver) => deliver())))];
  expect(new Set(refused)).toEqual(new Set([503]));

  proxy.heal();
  await server.ready();
  expect(await knownEvents(events.map((event) => event.id))).toBe(0);
  for (const event of events) expect(await stripe.deliver(event)).toBe(200);
  const states = await Promise.all(orders.map(({ orderId }) => orderStateOnline(server.url, orderId)));
  const lost = states.filter((state) => state?.status !== 'paid').length;
  expect(lost).toBe(0);
  figure('B6 payments lost when the database was cut off under their webhooks', `${lost} of ${orders.length}`);
});

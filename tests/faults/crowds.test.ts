import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { OrderState } from '#app/features/order-result/schema.ts';
import { openDatabase } from '#app/platform/adapters/db/database.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import type { Problem } from '#tests/support/people/buyers.ts';
import { ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { sharedDatabaseEnv, startServerOnShared } from '#tests/support/process/shared-server.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { eventOnline, orderOnline } from '#tests/support/people/online-buyers.ts';
import { stripeEnv } from '#tests/support/stripe/stripe-online.ts';
import { stripeServer } from '#tests/support/stripe/stripe-server.ts';

const UNLIMITED = 'Concert de la nit del foc';
const OTHER_PAGES = ['/', '/tickets', '/contact', '/api/events'];
const ASK_EVERY_MS = 2_000;

interface Answered {
  status: number | null;
  ms: number;
}

/** Asks for the pages one after the other, again and again, until told to stop. */
function startLooking(url: string): { end(): Promise<Answered[]> } {
  let going = true;
  async function look(): Promise<Answered[]> {
    const answers: Answered[] = [];
    for (let round = 0; going; round += 1) {
      const begun = performance.now();
      const status = await statusOf(url + OTHER_PAGES[round % OTHER_PAGES.length]!);
      answers.push({ status, ms: performance.now() - begun });
    }
    return answers;
  }
  const looking = look();
  return {
    async end() {
      going = false;
      return looking;
    },
  };
}

function p95(answers: readonly Answered[]): number {
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return times[Math.floor(times.length * 0.95)]!;
}

/** Of a provider that is slow. */
const REQUESTED_AT_ONCE = 20;

test('a crowd that waits for a silent Stripe is told so, and no other page fails meanwhile; afterwards each pays on one page', async () => {
  // More than there are connections to the database.
  const buyers = count({ test: 20, soak: 500 });
  await using stripe = await stripeServer();
  await using server = await startServerOnShared({ env: stripeEnv(stripe) });
  const event = await eventOnline(server.url, UNLIMITED);
  const orders = (): Promise<Awaited<ReturnType<typeof orderOnline>>[]> =>
    Promise.all(Array.from({ length: buyers }, (_, n) => orderOnline(server.url, { event, key: `waits-for-stripe-${n}` })));
  for (const page of OTHER_PAGES) await statusOf(server.url + page);
  const quiet = startLooking(server.url);
  await pause(2_000);
  const before = await quiet.end();

  stripe.down = 'hang';
  const crowded = startLooking(server.url);
  const answers = await orders();
  const meanwhile = await crowded.end();
  // As many as are asked for at once hear of it; whoever comes behind them waits on a page of ours.
  const unasked = answers.filter((answer) => answer?.status === 201 && new URL(answer.body.paymentUrl!).pathname.startsWith('/pay/'));
  const requested = answers.filter((answer) => !unasked.includes(answer));
  expect(new Set(requested.map((answer) => answer?.status))).toEqual(new Set([503]));
  expect(requested.length).toBeLessThanOrEqual(REQUESTED_AT_ONCE);
  expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([200]));

  stripe.down = null;
  // What had been asked before still hangs; whoever hears of it tries again.
  let placed = await orders();
  while (placed.some((answer) => answer?.status === 503)) placed = await orders();
  expect(placed.map((answer) => answer?.status)).toEqual(placed.map(() => 201));
  await expect.poll(() => stripe.ledger.sessions.size, { timeout: 120_000 }).toBe(buyers);
  figure('B20 p95 of other pages, quiet and while a crowd waits for a silent Stripe', `${p95(before).toFixed(1)} and ${p95(meanwhile).toFixed(1)} ms, ${buyers} buyers`);
  figure('B20 pages at Stripe without an order afterwards', stripe.ledger.sessions.size - new Set(placed.map((answer) => answer?.body.orderId)).size);
});

test('a crowd of pages that wait for their payment is answered each time it asks', async () => {
  const pages = count({ test: 20, soak: 500 });
  const seconds = count({ test: 6, soak: 60 });
  await using server = await startServerOnShared({
    env: { COMBOI_RATE_LIMITS: '0', NODE_OPTIONS: `--import=${join(ROOT, 'tests/support/process/cpu-report.ts')}` },
  });
  const event = await eventOnline(server.url, UNLIMITED);
  const waiting: string[] = [];
  for (let n = 0; n < pages; n += 1) waiting.push((await orderOnline(server.url, { event, key: `waits-for-payment-${n}` }))!.body.orderId);

  server.send('SIGUSR2');
  await server.says(/CPU report 1:/);
  const begun = performance.now();
  const states = await Promise.all(
    waiting.map(async (orderId, n) => {
      await pause((n / pages) * ASK_EVERY_MS);
      const statuses = [];
      for (let poll = 0; poll < (seconds * 1_000) / ASK_EVERY_MS; poll += 1) {
        const answer = await fetch(`${server.url}/api/orders/${orderId}`);
        statuses.push(answer.status === 200 ? ((await answer.json()) as OrderState).status : answer.status);
        await pause(ASK_EVERY_MS);
      }
      return statuses;
    }),
  );
  const lasted = performance.now() - begun;
  server.send('SIGUSR2');
  const [, used] = await server.says(/CPU report 2: (\d+) ms/);
  expect(new Set(states.flat())).toEqual(new Set(['pending_payment']));
  figure(`B24 one processor's time used while ${pages} pages wait for their payment`, `${((100 * Number(used)) / lasted).toFixed(1)} %`);
});

test('two processes that sell the last places of one event at the same time sell exactly those, and each buyer is told the truth', async () => {
  const seats = count({ test: 60, soak: 2_000 });
  const database = await sharedDatabaseEnv();
  await using one = await startServerOnShared({ env: { ...database, COMBOI_RATE_LIMITS: '0' } });
  await using other = await startServerOnShared({ env: { ...database, COMBOI_RATE_LIMITS: '0' } });
  const event = await eventOnline(one.url, UNLIMITED);
  const db = openDatabase({ url: database.DATABASE_URL, poolSize: 1, log: silentLogger });
  const before = await db.query.selectFrom('eventStock').select('sold').where('eventId', '=', event.id).executeTakeFirstOrThrow();
  const most = before.sold + seats;
  await db.query.updateTable('eventStock').set({ maxTickets: most, soldWhenLimited: before.sold }).where('eventId', '=', event.id).execute();

  const answers = await Promise.all(
    Array.from({ length: 2 * seats }, async (_, n) => ({ key: `both-processes-${n}`, answer: await orderOnline((n % 2 === 0 ? one : other).url, { event, key: `both-processes-${n}` }) })),
  );
  const placed = answers.filter(({ answer }) => answer?.status === 201);
  const refused = answers.filter(({ answer }) => answer?.status === 409).map(({ answer }) => (answer!.body as unknown as Problem).code);
  expect([placed.length, refused.length]).toEqual([seats, seats]);
  for (const code of refused) expect(['INSUFFICIENT_TICKETS', 'TICKETS_SOLD_OUT_DURING_PROCESSING', 'EVENT_NOT_AVAILABLE']).toContain(code);
  expect(await db.query.selectFrom('eventStock').select('sold').where('eventId', '=', event.id).executeTakeFirst()).toEqual({ sold: most });
  // The process that did not place it knows the key as well.
  for (const [n, { key, answer }] of placed.slice(0, 6).entries()) {
    expect((await orderOnline((n % 2 === 0 ? other : one).url, { event, key }))?.body.orderId).toBe(answer!.body.orderId);
  }
  await db.close();
  figure('A1 seats sold by two processes at once, refused, of as many seats', `${placed.length}, ${refused.length} of ${seats}`);
});

test('a rush of visitors is served, page by page and order by order, each from an address of its own', async () => {
  const visitors = count({ test: 40, soak: 2_000 });
  const seconds = count({ test: 2, soak: 60 });
  await using server = await startServerOnShared();
  const event = await eventOnline(server.url, UNLIMITED);
  const answers: Answered[] = [];
  async function attempt(work: () => Promise<number | null | undefined>): Promise<void> {
    const begun = performance.now();
    const status = (await work()) ?? null;
    answers.push({ status, ms: performance.now() - begun });
  }
  await Promise.all(
    Array.from({ length: visitors }, async (_, n) => {
      await pause((n / visitors) * seconds * 1_000);
      await attempt(() => statusOf(`${server.url}/tickets`));
      await attempt(() => statusOf(`${server.url}/order/${event.id}`));
      if (n % 4 === 0) await attempt(async () => (await orderOnline(server.url, { event, key: `rush-of-visitors-${n}` }))?.status);
    }),
  );
  const failed = answers.filter(({ status }) => status !== 200 && status !== 201);
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const [p50, , p99] = [0.5, 0.95, 0.99].map((share) => Math.round(times[Math.floor(times.length * share)]!));
  figure(`M7 errors among ${answers.length} requests of ${visitors} visitors in ${seconds} s; p50, p95, p99`, `${failed.length}; ${p50}, ${Math.round(p95(answers))}, ${p99} ms`);
  expect(failed).toEqual([]);
});

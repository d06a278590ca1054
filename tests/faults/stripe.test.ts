import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { startServer } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { count } from '#tests/support/reporting/counts.ts';
import { sharedDatabaseEnv } from '#tests/support/process/shared-server.ts';
import { eventOnline, orderOnline, orderStateOnline } from '#tests/support/people/online-buyers.ts';
import { carrierTo, payableOnline, stripeEnv } from '#tests/support/stripe/stripe-online.ts';
import { stripeServer } from '#tests/support/stripe/stripe-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

const UNLIMITED = 'Concert de la nit del foc';
const KILLS = count({ test: 1, soak: 20 });

test('a server killed while payments are told of loses and doubles none, and the doctor finds the books in order', async () => {
  const dataDir = await temporaryFolder();
  const target: { url: string | null } = { url: null };
  await using stripe = await stripeServer({ carrier: carrierTo(target) });
  const env = { ...(await sharedDatabaseEnv()), ...stripeEnv(stripe) };
  const orders: string[] = [];
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startServer({ dataDir, env });
      target.url = server.url;
      const event = await eventOnline(server.url, UNLIMITED);
      const placed = await Promise.all(Array.from({ length: 10 }, (_, n) => payableOnline(server.url, { event, key: `killed-${kill}-${n}` })));
      const paying = Promise.all(placed.map(({ session }) => stripe.pay(session)));
      orders.push(...placed.map(({ orderId }) => orderId));
      await pause(20 + (kill % 4) * 30);
      await server.kill();
      await paying;
    }
    await using server = await startServer({ dataDir, env });
    target.url = server.url;
    // Stripe sends again what was not acknowledged; sent twice does no harm.
    for (const event of stripe.events) expect(await stripe.deliver(event)).toBe(200);
    const states = await Promise.all(orders.map((id) => orderStateOnline(server.url, id)));
    expect(states.filter((state) => state?.status === 'paid')).toHaveLength(orders.length);
    const doctor = (args: string[] = []): ReturnType<typeof doctorBeside> => doctorBeside(server, { args, env });
    expect(await doctor()).toMatchObject({ code: 0, output: expect.stringMatching(/^The books are in order\./) });

    // And it does find what is broken: money that only Stripe knows of.
    const stranger = stripe.session([...stripe.ledger.sessions.keys()][0]!);
    stranger.intent!.charge!.amount += 1;
    expect(await doctor(['--again', '0'])).toMatchObject({ code: 1, output: expect.stringMatching(/^I3, I4, I13 amount_differs/m) });
  } finally {
    target.url = null;
    await removeDataDir(dataDir);
  }
});

test('a server killed while it opens a payment page leaves one page, and its order can be paid', async () => {
  const dataDir = await temporaryFolder();
  const target: { url: string | null } = { url: null };
  await using stripe = await stripeServer({ carrier: carrierTo(target) });
  const env = { ...(await sharedDatabaseEnv()), ...stripeEnv(stripe) };
  try {
    const server = await startServer({ dataDir, env });
    const event = await eventOnline(server.url, UNLIMITED);
    await payableOnline(server.url, { event, key: 'one-that-goes-well' });
    stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, 'done_then_hang');
    const unanswered = orderOnline(server.url, { event, key: 'killed-at-the-page' });
    while (stripe.ledger.sessions.size === 1) await pause(5);
    await server.kill();
    await unanswered;

    await using next = await startServer({ dataDir, env });
    target.url = next.url;
    const again = await orderOnline(next.url, { event, key: 'killed-at-the-page' });
    expect(again?.status).toBe(201);
    expect(stripe.ledger.sessions.size).toBe(2);
    await stripe.pay([...stripe.ledger.sessions.keys()][1]!);
    expect(await orderStateOnline(next.url, again!.body.orderId)).toMatchObject({ status: 'paid' });
  } finally {
    target.url = null;
    await removeDataDir(dataDir);
  }
});

import type { EventDetail } from '#app/features/events/schema.ts';
import { eventOnline, orderStateOnline } from '#tests/support/people/online-buyers.ts';
import { freePort, startServer } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { carrierTo, payableOnline, type PayableOrder, stripeEnv } from '#tests/support/stripe/stripe-online.ts';
import { stripeServer } from '#tests/support/stripe/stripe-server.ts';

import type { Cluster } from './cluster.ts';
import { until } from './machine.ts';

const EVENT = 'Concert de la nit del foc';
const ORDERS = 100;
/** Of those that are lost; the others wait on their page. */
const PAID = 80;
const ASYNCHRONOUS = { synchronous_mode: false, synchronous_mode_strict: false, maximum_lag_on_failover: 1_073_741_824 };

export interface Loss {
  paid: number;
  lost: number;
  /** What the doctor says before Comboi looks for what it lost. */
  missing: number;
  back: number;
  secondsUntilBack: number;
  /** Paid after the loss, on pages that were opened before it. */
  paidLater: number;
  paidLaterBack: number;
  violations: number;
  code: number | NodeJS.Signals | null;
  output: string;
}

/** An asynchronous cluster, whose primary sells on for a while after the others hear no more of it, and dies. */
export async function playLoss(cluster: Cluster): Promise<Loss> {
  await cluster.configure(ASYNCHRONOUS);
  await until(async () => (await cluster.standby()) === null, 'the cluster to be asynchronous');
  const dataDir = await temporaryFolder();
  // An order comes back at the address where it was placed.
  const port = await freePort();
  const target: { url: string | null } = { url: null };
  await using stripe = await stripeServer({ carrier: carrierTo(target) });
  const env = { ...stripeEnv(stripe), DATABASE_URL: cluster.url };
  try {
    const before = await startServer({ dataDir, env, port });
    target.url = before.url;
    const event = await eventOnline(before.url, EVENT);
    const saved = await ordersAtStripe(before.url, event, 'kept');
    for (const { session } of saved) await stripe.pay(session);

    const undo = await cluster.cutFromAll();
    const lost = await ordersAtStripe(before.url, event, 'lost');
    const [paid, open] = [lost.slice(0, PAID), lost.slice(PAID)];
    for (const { session } of paid) await stripe.pay(session);
    const paidBefore = await paidOf(before.url, paid);
    target.url = null;
    await before.stop();
    const revive = await cluster.killPrimary();
    await until(async () => (await cluster.primary()) !== null, 'a successor');
    undo();
    revive();
    await cluster.whole({ isSynchronous: false });

    const doctor = (): ReturnType<typeof doctorBeside> => doctorBeside({ dataDir }, { args: ['--again', '0'], env });
    const missing = await doctor();
    await using after = await startServer({ dataDir, env, port });
    target.url = after.url;
    const from = performance.now();
    await until(async () => (await paidOf(after.url, paid)) === paid.length, 'what was paid to come back');
    const secondsUntilBack = (performance.now() - from) / 1_000;
    for (const { session } of open) await stripe.pay(session);
    await until(async () => (await paidOf(after.url, open)) === open.length, 'what was paid later to come back');
    const visit = await doctor();
    return {
      paid: paidBefore,
      lost: lost.length,
      missing: missing.violations,
      back: await paidOf(after.url, [...saved, ...paid]) - saved.length,
      secondsUntilBack,
      paidLater: open.length,
      paidLaterBack: await paidOf(after.url, open),
      violations: visit.violations,
      code: visit.code,
      output: `${missing.output.split('\n').slice(0, 3).join('\n')}\n${visit.output}`,
    };
  } finally {
    target.url = null;
    await removeDataDir(dataDir);
  }
}

async function ordersAtStripe(url: string, event: EventDetail, name: string): Promise<PayableOrder[]> {
  return Promise.all(Array.from({ length: ORDERS }, (_, n) => payableOnline(url, { event, key: `${name}-order-${n}` })));
}

async function paidOf(url: string, orders: readonly PayableOrder[]): Promise<number> {
  const states = await Promise.all(orders.map(({ orderId }) => orderStateOnline(url, orderId)));
  return states.filter((state) => state?.status === 'paid').length;
}

import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import pg from 'pg';

import { buildIfNeeded } from '../../scripts/build.ts';
import { boughtOnline, eventOnline, orderOnline, orderStateOnline, type Rush, startRush } from '#tests/support/people/online-buyers.ts';
import { type ChildServer, startServer, statusOf } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { pgbouncer } from '#tests/support/process/pgbouncer.ts';

import { type Cluster, startCluster, until } from './cluster.ts';
import { findPrograms } from './packages.ts';

/*
 * `npm run soak:cluster [-- --kills 3]`: two servers, one behind PgBouncer, sell from a cluster of three PostgreSQL under Patroni whose
 * primary is killed again and again. Ends with 3 where Debian's packages are missing.
 */

const PACKAGES_MISSING = 3;
const EVENT = 'Concert de la nit del foc';
const BUYERS = 8;
const ORDERS_BEFORE_A_KILL = 100;
const SAMPLE_MS = 50;
const SALES_AFTER = 50;

interface Outage {
  node: string;
  successor: string;
  secondsWithoutSales: number;
  secondsUntilWhole: number;
}

interface Shop {
  server: ChildServer;
  rush: Rush;
}

const { values } = parseArgs({ options: { kills: { type: 'string', default: '3' } } });
const { programs, missing } = findPrograms();
if (missing.length > 0) {
  console.error(`The cluster can't be played here. Missing packages: ${missing.join(', ')} (apt-get install --no-install-recommends ${missing.join(' ')})`);
  process.exit(PACKAGES_MISSING);
}
await buildIfNeeded();
process.exit((await play(Number(values.kills))) ? 0 : 1);

async function play(kills: number): Promise<boolean> {
  await using cluster = await startCluster(programs);
  say('cluster', 'three nodes under Patroni, strictly synchronous');
  await using pooler = await pgbouncer(programs.pgbouncer, cluster.url);
  const env = { COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', DATABASE_REPLICA_URL: cluster.replicaUrl, DATABASE_DIRECT_URL: cluster.url };
  try {
    await using direct = await startServer({ env: { ...env, DATABASE_URL: cluster.url } });
    await using pooled = await startServer({ env: { ...env, DATABASE_URL: pooler.url } });
    const event = await eventOnline(direct.url, EVENT);
    const shops = [direct, pooled].map((server, n): Shop => ({ server, rush: startRush(server.url, event, { buyers: BUYERS, name: `shop${n}` }) }));
    const aged = watchAgedReads(shops);

    const outages: Outage[] = [];
    for (let kill = 0; kill < kills; kill += 1) outages.push(await killInMidSale(cluster, shops));
    await Promise.all(shops.map(({ rush }) => rush.end()));
    for (const { node, successor, secondsWithoutSales, secondsUntilWhole } of outages) {
      say(`${node} killed, ${successor} took over`, `${secondsWithoutSales.toFixed(1)} s without sales, whole again after ${secondsUntilWhole.toFixed(1)} s`);
    }
    return await examine(cluster, { shops, agedReads: await aged.end() });
  } catch (error) {
    console.error(cluster.output());
    throw error;
  }
}

/** From the last order before the kill to the first in each shop after it, by whoever waited longest. */
async function killInMidSale(cluster: Cluster, shops: readonly Shop[]): Promise<Outage> {
  const before = soldIn(shops);
  await until(async () => soldIn(shops).every((sold, n) => sold > before[n]! + ORDERS_BEFORE_A_KILL), 'sales');
  const atKill = soldIn(shops);
  const killedAt = performance.now();
  const { name } = await cluster.killPrimary();
  const gaps = await Promise.all(shops.map((shop, n) => gapOf(shop, { from: killedAt, sold: atKill[n]! })));
  const successor = (await cluster.primary()) ?? 'nobody';
  cluster.revive(name);
  await cluster.whole();
  return { node: name, successor, secondsWithoutSales: Math.max(...gaps) / 1000, secondsUntilWhole: (performance.now() - killedAt) / 1000 };
}

/** The longest silence between two samples that sold, until the sale has gone on for a while. */
async function gapOf({ rush }: Shop, { from, sold }: { from: number; sold: number }): Promise<number> {
  let [last, lastAt, longest, soldSince] = [sold, from, 0, 0];
  while (soldSince < SALES_AFTER || longest < 1_000) {
    await pause(SAMPLE_MS);
    const [size, now] = [rush.acknowledged.size, performance.now()];
    if (size > last) {
      longest = Math.max(longest, now - lastAt);
      soldSince = longest >= 1_000 ? soldSince + size - last : 0;
      [last, lastAt] = [size, now];
    }
    if (now - from > 180_000) throw new Error('The sale did not go on by itself');
  }
  return longest;
}

function soldIn(shops: readonly Shop[]): number[] {
  return shops.map(({ rush }) => rush.acknowledged.size);
}

/** The calendar comes from a replica; while none answers, from the primary. */
function watchAgedReads(shops: readonly Shop[]): { end(): Promise<Map<number | null, number>> } {
  const statuses = new Map<number | null, number>();
  let isGoing = true;
  const watching = (async () => {
    while (isGoing) {
      for (const { server } of shops) {
        const status = await statusOf(`${server.url}/api/calendar.ics`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      await pause(250);
    }
  })();
  return {
    async end() {
      isGoing = false;
      await watching;
      return statuses;
    },
  };
}

async function examine(cluster: Cluster, { shops, agedReads }: { shops: readonly Shop[]; agedReads: Map<number | null, number> }): Promise<boolean> {
  const [direct] = shops;
  const event = await eventOnline(direct!.server.url, EVENT);
  const acknowledged = shops.flatMap(({ rush }) => [...rush.acknowledged.values()]);
  const keys = shops.flatMap(({ rush }) => rush.keys);
  const unanswered = shops.flatMap(({ rush }) => rush.keys.filter((key) => !rush.acknowledged.has(key)));
  const split = await keysThatSplit(unanswered, (key) => orderOnline(direct!.server.url, { event, key }));
  const kept = await orderIds(cluster.url);
  const lost = acknowledged.filter((id) => !kept.has(id)).length;
  const doubled = kept.size - keys.length;
  const paid = await boughtOnline(shops.at(-1)!.server.url, { event: EVENT, email: 'neus@example.com' });
  await until(async () => (await orderStateOnline(direct!.server.url, paid.orderId))?.emailStatus === 'sent', 'a paid order to be mailed');
  const visit = await doctorBeside(direct!.server, { env: { DATABASE_URL: cluster.url, COMBOI_DEMO: '1' } });
  const strange = shops.flatMap(({ rush }) => rush.statuses.filter((status) => status !== 201 && status !== 503));

  say('orders acknowledged, lost', `${acknowledged.length}, ${lost}`);
  say('keys without an answer, that give two orders', `${unanswered.length}, ${split}`);
  say('orders doubled', doubled);
  say('answers that were neither 201 nor 503', [strange.length, ...new Set(strange)].join(': '));
  if (strange.length > 0) for (const { server } of shops) console.error(server.output().split('\n').filter((line) => /"level":[56]0/.test(line)).slice(0, 20).join('\n'));
  say('calendar feeds by status', [...agedReads].map(([status, times]) => `${status ?? 'none'}: ${times}`).join(', '));
  say('doctor violations', `${visit.violations} (ended with ${visit.code})`);
  return lost === 0 && doubled === 0 && split === 0 && strange.length === 0 && visit.code === 0;
}

/** Each asked for twice: what was not answered is there once or not at all, and its key gives one order. */
async function keysThatSplit(keys: readonly string[], order: (key: string) => ReturnType<typeof orderOnline>): Promise<number> {
  const left = [...keys];
  let split = 0;
  const asking = Array.from({ length: BUYERS }, async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      const answers = [await order(key), await order(key)];
      if (answers.some((answer) => answer?.status !== 201) || new Set(answers.map((answer) => answer?.body.orderId)).size !== 1) split += 1;
    }
  });
  await Promise.all(asking);
  return split;
}

async function orderIds(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return new Set((await client.query<{ id: string }>(`select id from orders where email = 'ramon@example.com'`)).rows.map(({ id }) => id));
  } finally {
    await client.end();
  }
}

function say(name: string, value: string | number): void {
  console.log(`${name.padEnd(50)} ${value}`);
}

import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import pg from 'pg';

import { buildIfNeeded } from '../../scripts/build.ts';
import { boughtOnline, eventOnline, orderOnline, orderStateOnline, startRush } from '#tests/support/people/online-buyers.ts';
import { startServer, statusOf } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { anS3Server, s3Env } from '#tests/support/s3/s3-server.ts';

import { ACTS, type Outcome, play, type Shop, shopOn } from './acts.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { EtcdInterface } from './configuration.ts';
import { playLoss } from './loss.ts';
import { until } from './machine.ts';
import { findPrograms } from './packages.ts';

/*
 * `npm run soak:cluster [-- --act 'primary frozen' --times 10 --etcd etcd3 | --loss]`: two servers, one behind PgBouncer, sell from a cluster of three
 * PostgreSQL under Patroni, set up by deploy/cluster, while one thing after the other befalls it. Ends with 3 where Debian's packages are missing.
 */

const PACKAGES_MISSING = 3;
const EVENT = 'Concert de la nit del foc';
const BUYERS = 4;
const PAUSE_MS = 150;

/** What befalls it without arguments, and how often. */
const PROGRAMME: Record<string, number> = { ...Object.fromEntries(Object.keys(ACTS).map((act) => [act, 1])), 'primary frozen': 10, 'primary killed': 3 };

const { values } = parseArgs({ options: { act: { type: 'string', multiple: true }, times: { type: 'string', default: '1' }, etcd: { type: 'string', default: 'etcd' }, loss: { type: 'boolean', default: false } } });
const unknown = (values.act ?? []).filter((act) => !(act in ACTS));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(ACTS).join(', ')}`);
  process.exit(1);
}
const { programs, missing } = findPrograms();
if (missing.length > 0) {
  console.error(`The cluster can't be played here. Missing packages: ${missing.join(', ')} (apt-get install --no-install-recommends ${missing.join(' ')})`);
  process.exit(PACKAGES_MISSING);
}
await buildIfNeeded();
const programme = values.act ? Object.fromEntries(values.act.map((act) => [act, Number(values.times)])) : PROGRAMME;
process.exit((await (values.loss ? loseAndRegain() : playAll(spreadOverRun(programme)))) ? 0 : 1);

/** Spread over the run, what happens once among what happens often. */
function spreadOverRun(times: Record<string, number>): string[] {
  const placed = Object.entries(times).flatMap(([act, often]) => Array.from({ length: often }, (_, n) => ({ act, at: (n + 0.5) / often })));
  return placed.toSorted((one, other) => one.at - other.at).map(({ act }) => act);
}

async function playAll(acts: readonly string[]): Promise<boolean> {
  await using cluster = await startCluster(programs, { etcdInterface: values.etcd as EtcdInterface });
  const store = await anS3Server();
  say('cluster', `three nodes under Patroni, strictly synchronous, ${values.etcd}`);
  const shared = { COMBOI_DEMO: '1', ...s3Env(store) };
  const env = { ...shared, COMBOI_RATE_LIMITS: '0', DATABASE_REPLICA_URL: cluster.replicaUrl, DATABASE_DIRECT_URL: cluster.url };
  try {
    await using direct = await aShop({ ...env, DATABASE_URL: cluster.url }, 'direct');
    await using pooled = await aShop({ ...env, DATABASE_URL: cluster.pooledUrl }, 'pooled');
    const shops = [direct, pooled];
    const aged = watchAgedReads(shops);
    for (const act of acts) {
      const outcome = await play(act, cluster, shops);
      report(outcome, await lostOf(cluster, shops));
    }
    await Promise.all(shops.map(({ rush }) => rush.end()));
    return await examine(cluster, { shops, agedReads: await aged.end(), doctorEnv: { ...shared, DATABASE_URL: cluster.url } });
  } catch (error) {
    console.error(cluster.output());
    throw error;
  } finally {
    await store.close();
  }
}

/** What the settings of deploy/cluster prevent, forced by hand. */
async function loseAndRegain(): Promise<boolean> {
  await using cluster = await startCluster(programs);
  const loss = await playLoss(cluster).catch((error: unknown) => {
    console.error(cluster.output());
    throw error;
  });
  say('orders lost, of them paid', `${loss.lost}, ${loss.paid}`);
  say('of which the doctor misses before the start', loss.missing);
  say('paid orders that came back', `${loss.back} within ${loss.secondsUntilBack.toFixed(1)} s of the start`);
  say('paid after the loss, came back', `${loss.paidLater}, ${loss.paidLaterBack}`);
  say('doctor violations', `${loss.violations} (ended with ${loss.code})`);
  console.error(loss.output);
  return loss.missing > 0 && loss.back === loss.paid && loss.paidLaterBack === loss.paidLater && loss.code === 0;
}

async function aShop(env: Record<string, string>, name: string): Promise<Shop> {
  const server = await startServer({ env });
  return shopOn(env, server, startRush(server.url, await eventOnline(server.url, EVENT), { buyers: BUYERS, name, pauseMs: PAUSE_MS }));
}

function report({ act, primary, successor, acknowledged, secondsWithoutSales, seconds }: Outcome, lost: number): void {
  const whose = primary === successor ? primary : `${primary}, then ${successor}`;
  say(`${act} (${whose})`, `${secondsWithoutSales.toFixed(1)} s without sales, ${acknowledged} acknowledged in ${seconds.toFixed(0)} s, ${lost} lost so far`);
}

async function lostOf(cluster: Cluster, shops: readonly Shop[]): Promise<number> {
  const acknowledged = shops.flatMap(({ rush }) => [...rush.acknowledged.values()]);
  const stored = await orderIds(cluster.url);
  return acknowledged.filter((id) => !stored.has(id)).length;
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

async function examine(cluster: Cluster, { shops, agedReads, doctorEnv }: { shops: readonly Shop[]; agedReads: Map<number | null, number>; doctorEnv: Record<string, string> }): Promise<boolean> {
  const [direct] = shops;
  const event = await eventOnline(direct!.server.url, EVENT);
  const acknowledged = shops.flatMap(({ rush }) => [...rush.acknowledged.values()]);
  const keys = shops.flatMap(({ rush }) => rush.keys);
  const unanswered = shops.flatMap(({ rush }) => rush.keys.filter((key) => !rush.acknowledged.has(key)));
  const split = await keysThatSplit(unanswered, (key) => orderOnline(direct!.server.url, { event, key }));
  const stored = await orderIds(cluster.url);
  const lost = acknowledged.filter((id) => !stored.has(id)).length;
  const doubled = stored.size - keys.length;
  const paid = await boughtOnline(shops.at(-1)!.server.url, { event: EVENT, email: 'neus@example.com' });
  await until(async () => (await orderStateOnline(direct!.server.url, paid.orderId))?.emailStatus === 'sent', 'a paid order to be mailed');
  const visit = await doctorBeside(direct!.server, { env: doctorEnv });
  const strange = shops.flatMap(({ rush }) => rush.statuses.filter((status) => status !== 201 && status !== 503));

  say('orders acknowledged, lost', `${acknowledged.length}, ${lost}`);
  say('keys without an answer, that give two orders', `${unanswered.length}, ${split}`);
  say('orders doubled', doubled);
  say('answers that were neither 201 nor 503', [strange.length, ...new Set(strange)].join(': '));
  if (strange.length > 0) for (const { server } of shops) console.error(server.output().split('\n').filter((line) => /"level":[56]0/.test(line)).slice(0, 20).join('\n'));
  say('calendar feeds by status', [...agedReads].map(([status, times]) => `${status ?? 'none'}: ${times}`).join(', '));
  say('doctor violations', `${visit.violations} (ended with ${visit.code})`);
  if (visit.code !== 0) console.error(visit.output);
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

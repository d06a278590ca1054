import { setTimeout as pause } from 'node:timers/promises';

import type { Rush } from '#tests/support/people/online-buyers.ts';
import { type ChildServer, startServer } from '#tests/support/process/child-server.ts';

import type { Cluster, Undo } from './cluster.ts';

export interface Shop extends AsyncDisposable {
  server: ChildServer;
  rush: Rush;
  /** The same elsewhere: another process with a folder of its own, at the address that buyers know. */
  move(): Promise<void>;
}

export interface Outcome {
  act: string;
  primary: string;
  successor: string;
  acknowledged: number;
  secondsWithoutSales: number;
  seconds: number;
}

/** Longer than Patroni's `ttl`. */
const TROUBLE_MS = 35_000;
const SALES_AFTER = 50;
const SAMPLE_MS = 50;
const LONGEST_SILENCE_MS = 180_000;

interface Roles {
  primary: string | null;
  standby: string | null;
}

type Act = (cluster: Cluster, shops: readonly Shop[]) => Promise<void>;

/** `bites`: what is to be seen at its end, lest it be a trouble that nobody had. */
const lasting = (begin: (cluster: Cluster) => Promise<Undo>, bites: (cluster: Cluster, before: Roles) => Promise<boolean>): Act => async (cluster) => {
  const before = { primary: await cluster.primary(), standby: await cluster.standby() };
  const undo = await begin(cluster);
  await pause(TROUBLE_MS);
  const hasBitten = await bites(cluster, before);
  undo();
  if (!hasBitten) throw new Error('The cluster did not notice');
};

const isWithoutEtcd = (cluster: Cluster): Promise<boolean> => cluster.isWithoutEtcd();
const hasAnotherPrimary = async (cluster: Cluster, { primary }: Roles): Promise<boolean> => (await cluster.primary()) !== primary;
const hasAnotherStandby = async (cluster: Cluster, { standby }: Roles): Promise<boolean> => (await cluster.standby()) !== standby;

export const ACTS: Record<string, Act> = {
  'primary killed': async (cluster, shops) => {
    const revive = await cluster.killPrimary();
    await goesOn(shops);
    revive();
  },
  'primary frozen': lasting((cluster) => cluster.freezePrimary(), hasAnotherPrimary),
  'etcd stopped': lasting((cluster) => cluster.stopEtcd(), isWithoutEtcd),
  'primary cut from etcd': lasting((cluster) => cluster.cutFromEtcd('there'), isWithoutEtcd),
  'etcd cut from primary': lasting((cluster) => cluster.cutFromEtcd('back'), isWithoutEtcd),
  'primary cut from standby': lasting((cluster) => cluster.cutFromStandby('back'), hasAnotherStandby),
  'standby cut from primary': lasting((cluster) => cluster.cutFromStandby('there'), hasAnotherStandby),
  'pooler restarted': (cluster) => cluster.restartPooler(),
  'instance moved': async (_, shops) => {
    for (const shop of shops) await shop.move();
  },
};

export async function play(act: string, cluster: Cluster, shops: readonly Shop[]): Promise<Outcome> {
  await goesOn(shops);
  const [primary, before, from] = [await cluster.primary(), soldIn(shops), performance.now()];
  const silences = shops.map(watchSilence);
  await ACTS[act]!(cluster, shops);
  await goesOn(shops);
  await cluster.whole();
  await goesOn(shops);
  const longest = Math.max(...(await Promise.all(silences.map((silence) => silence.end()))));
  return {
    act,
    primary: primary ?? 'nobody',
    successor: (await cluster.primary()) ?? 'nobody',
    acknowledged: soldIn(shops) - before,
    secondsWithoutSales: longest / 1_000,
    seconds: (performance.now() - from) / 1_000,
  };
}

export function shopOn(env: Record<string, string>, server: ChildServer, rush: Rush): Shop {
  const shop: Shop = {
    server,
    rush,
    async move() {
      await shop.server.stop();
      await shop.server[Symbol.asyncDispose]();
      shop.server = await startServer({ port: Number(new URL(server.url).port), env });
    },
    [Symbol.asyncDispose]: () => shop.server[Symbol.asyncDispose](),
  };
  return shop;
}

/** Resolves when each shop has sold some more. */
async function goesOn(shops: readonly Shop[]): Promise<void> {
  const goals = shops.map(({ rush }) => rush.acknowledged.size + SALES_AFTER);
  for (let waited = 0; shops.some(({ rush }, n) => rush.acknowledged.size < goals[n]!); waited += SAMPLE_MS) {
    if (waited > LONGEST_SILENCE_MS) throw new Error('The sale did not go on by itself');
    await pause(SAMPLE_MS);
  }
}

/** The longest time between two samples that sold. */
function watchSilence({ rush }: Shop): { end(): Promise<number> } {
  let isGoing = true;
  let longest = 0;
  const watching = (async () => {
    let [last, lastAt] = [rush.acknowledged.size, performance.now()];
    while (isGoing) {
      await pause(SAMPLE_MS);
      const [size, now] = [rush.acknowledged.size, performance.now()];
      if (size > last) {
        longest = Math.max(longest, now - lastAt);
        [last, lastAt] = [size, now];
      }
    }
  })();
  return {
    async end() {
      isGoing = false;
      await watching;
      return longest;
    },
  };
}

function soldIn(shops: readonly Shop[]): number {
  return shops.reduce((sold, { rush }) => sold + rush.acknowledged.size, 0);
}

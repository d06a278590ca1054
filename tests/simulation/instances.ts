import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';

import type * as Comboi from '#app/app.server.ts';
import { openBackupStore } from '#app/features/backups/backup-store.server.ts';
import { storeBackup } from '#app/features/backups/service.server.ts';
import { randomIds } from '#app/platform/adapters/ids.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import type { Deliver } from '#app/platform/adapters/payments/sandbox/sandbox-events.server.ts';
import type { Database } from '#app/platform/adapters/db/database.server.ts';
import { createLocalStorage } from '#app/platform/adapters/storage/local-storage.server.ts';
import { openWithdrawnConsents } from '#app/platform/adapters/withdrawn-consents.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { aTestApp, type TestApp, WEBHOOK_SECRET } from '#tests/support/app/test-app.ts';
import type { TestClock } from '#tests/support/app/test-clock.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { TIMEOUT_FACTOR } from '#tests/support/process/timeout-factor.ts';

import type { Dice } from './dice.ts';
import { DEADLY, type Faults } from './faults.ts';

/** A server process among others on one database. */
export interface Instance {
  app: TestApp;
  /** Resolves when it is killed; what was asked of it then never answers. */
  death: Promise<'lost'>;
}

export interface Instances {
  /** In place of those that were killed, others. */
  now(): readonly [Instance, Instance];
  /** Kills this one at a checkpoint that the dice choose, if it comes there. */
  arm(instance: Instance, at: Dice): void;
  /** Nobody is killed any more, and what was cut has ended on both sides. */
  calm(): Promise<void>;
  /** Ends its connections to the database, as a network does. */
  cut(instance: Instance): Promise<void>;
  /** Starts another one where one was killed. */
  revive(): Promise<void>;
  /** Kills PostgreSQL, which starts again; answers when it serves. */
  restartDatabase(): Promise<void>;
  /** Writes a backup of this moment. */
  backUp(): Promise<string>;
  /** Loses both processes and their database, and starts others on one that is restored from a backup. */
  restore(backup: string): Promise<void>;
  /** What the bank's books say, in a database that is not the product's. */
  bank: Database;
  close(): Promise<void>;
}

interface Slot extends Instance {
  name: string;
  isDead: boolean;
  die: () => void;
}

export interface InstanceParts {
  clock: TestClock;
  faults: Faults;
  build: string;
  deps: (usual: Deps) => Partial<Deps>;
}

const AFTER_KILL_MS = 200;
/** Until a pool has read that its connection ended. */
const NOTICED_MS = 5;
const END_ATTEMPTS = 10;
/** One person after the other asks, or two at once; each new connection costs as much as a dozen questions. */
const POOL_SIZE = 4;

export async function openInstances({ clock, faults, build, deps }: InstanceParts): Promise<Instances> {
  let databaseUrl = await aTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'comboi-simulation-'));
  const comboi = (await import(/* @vite-ignore */ build)) as typeof Comboi;
  const bank = comboi.openDatabase({ url: await aTestDatabase(), poolSize: 2, log: silentLogger, timeoutFactor: TIMEOUT_FACTOR });
  // A copy of a template logs its sequences anew only after a checkpoint: a crash before it would set them back.
  await sql`checkpoint`.execute(bank.query);
  const started: Slot[] = [];
  /** Others live on the same PostgreSQL, and what is killed here is not theirs. */
  const crew = `simulated-${randomUUID().slice(0, 8)}`;
  /** Server processes of PostgreSQL that were told to end, and may take a moment. */
  let ending: number[] = [];
  const storage = createLocalStorage({ folder: join(dataDir, 'files'), ids: randomIds });
  /** Where backups and files lie: no process's own. */
  const keeping = ({ deps }: TestApp): Pick<Deps, 'db' | 'storage' | 'clock'> & { env: Deps['env'] } => ({ db: deps.db, storage, clock, env: { ...deps.env, dataDir } });

  async function start(): Promise<Slot> {
    const name = `${crew}-${started.length + 1}`;
    const isOdd = started.length % 2 === 1;
    // One of two that have different times, and only while something may go wrong.
    const ownClock: TestClock = { ...clock, now: () => new Date(clock.now().getTime() + (isOdd && faults.on ? faults.skewMs : 0)) };
    const url = new URL(databaseUrl);
    url.searchParams.set('application_name', name);
    let running: TestApp | null = null;
    const deliver: Deliver = async ({ body, signature }) => {
      if (running?.webhooks.arrive !== true) return false;
      return (await running.ask('/api/payments/stripe', { method: 'POST', body, headers: { 'Stripe-Signature': signature } })).ok;
    };
    const app = await aTestApp({
      clock: ownClock,
      build,
      databaseUrl: url.href,
      poolSize: POOL_SIZE,
      deps: (usual) => {
        const payments = comboi.createSandbox({ query: bank.query, clock, ids: randomIds, log: silentLogger, publicUrl: usual.env.publicUrl, webhookSecret: WEBHOOK_SECRET, deliver });
        return { storage, ...deps({ ...usual, payments }) };
      },
    });
    running = app;
    const { promise: death, resolve } = Promise.withResolvers<'lost'>();
    const slot: Slot = { app, name, isDead: false, death, die: () => resolve('lost') };
    started.push(slot);
    return slot;
  }

  const slots: [Slot, Slot] = [await start(), await start()];

  async function endConnections(name: string): Promise<void> {
    // The bank's own connections may have ended with a database that was just started again.
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await sql<{ pid: number }>`select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(bank.query);
        ending.push(...rows.map(({ pid }) => pid));
        return;
      } catch (error) {
        if (attempt === END_ATTEMPTS) throw error;
        await pause(AFTER_KILL_MS);
      }
    }
  }

  /** Leaves no connection behind: the change feed of a process that is dead would open its own again. */
  async function bury({ app }: Slot): Promise<void> {
    await app.deps.changes.close();
    // They wait for what never goes on.
    void app.db.close().catch(() => {});
    void app.deps.doorDb.close().catch(() => {});
  }

  async function revive(): Promise<void> {
    for (const [at, slot] of slots.entries()) {
      if (!slot.isDead) continue;
      slot.app.webhooks.arrive = false;
      await endConnections(slot.name);
      await bury(slot);
      slots[at === 0 ? 0 : 1] = await start();
    }
  }

  return {
    bank,
    now: () => slots,
    arm(instance, at) {
      const slot = slots.find((one) => one === instance)!;
      slot.app.onCheckpoint(at.pick(DEADLY), () => {
        if (!faults.on) return undefined;
        if (!slot.isDead) faults.thrown.set('killed', (faults.thrown.get('killed') ?? 0) + 1);
        slot.isDead = true;
        // As the system does with what a process leaves behind: others wait for its locks.
        // The year may end meanwhile.
        endConnections(slot.name).catch(() => undefined);
        slot.die();
        return new Promise<void>(() => {});
      });
    },
    async calm() {
      for (const { app, isDead } of slots) if (!isDead) for (const name of DEADLY) app.onCheckpoint(name, null);
      while (ending.length > 0) {
        const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where pid = any(${ending})`.execute(bank.query);
        ending = rows.map(({ pid }) => pid);
        await pause(NOTICED_MS);
      }
    },
    cut: (instance) => endConnections(slots.find((one) => one === instance)!.name),
    revive,
    async restartDatabase() {
      const { rows } = await sql<{ folder: string }>`select setting as folder from pg_settings where name = 'data_directory'`.execute(bank.query);
      const [pid] = readFileSync(join(rows[0]!.folder, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      await pause(AFTER_KILL_MS);
      for (;;) {
        const isBack = await Promise.all([bank, ...slots.map(({ app }) => app.db)].map((db) => sql`select 1`.execute(db.query).then(() => true, () => false)));
        if (isBack.every(Boolean)) return;
        await pause(AFTER_KILL_MS);
      }
    },
    async backUp() {
      return (await storeBackup(keeping(slots[0].app))).name;
    },
    async restore(backup) {
      const parts = keeping(slots[0].app);
      const store = openBackupStore(parts);
      for (const slot of slots) await slot.app.close();
      databaseUrl = await aTestDatabase('template1');
      await comboi.restoreBackup({ url: databaseUrl, storage, clock, log: silentLogger, open: async () => (await store.read(backup))!, files: store.files, replace: true, withdrawnConsents: openWithdrawnConsents(parts) });
      started.length = 0;
      slots[0] = await start();
      slots[1] = await start();
    },
    async close() {
      for (const slot of started.toReversed()) if (!slot.isDead) await slot.app.close();
      for (const slot of slots) if (slot.isDead) await bury(slot);
      await bank.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

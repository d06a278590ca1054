import { sql } from 'kysely';

import type { FileStorage } from '#app/platform/adapters/storage/file-storage.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { TestClock } from '#tests/support/app/test-clock.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';

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
  disarm(): void;
  /** Ends its connections to the database, as a network does. */
  cut(instance: Instance): Promise<void>;
  /** Starts another one where one was killed. */
  revive(): Promise<void>;
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
  build: string | undefined;
  deps: (usual: Deps) => Partial<Deps>;
}

export async function openInstances({ clock, faults, build, deps }: InstanceParts): Promise<Instances> {
  const databaseUrl = await aTestDatabase();
  const started: Slot[] = [];
  let storage: FileStorage | null = null;

  async function start(): Promise<Slot> {
    const name = `simulated-${started.length + 1}`;
    const url = new URL(databaseUrl);
    url.searchParams.set('application_name', name);
    const app = await aTestApp({
      clock,
      build,
      databaseUrl: url.href,
      deps: (usual) => {
        storage ??= usual.storage;
        return { storage, ...deps(usual) };
      },
    });
    const { promise: death, resolve } = Promise.withResolvers<'lost'>();
    const slot: Slot = { app, name, isDead: false, death, die: () => resolve('lost') };
    started.push(slot);
    return slot;
  }

  const slots: [Slot, Slot] = [await start(), await start()];

  async function endConnections(name: string): Promise<void> {
    const other = slots.find((slot) => slot.name !== name)!;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(other.app.db.query);
  }

  return {
    now: () => slots,
    arm(instance, at) {
      const slot = slots.find((one) => one === instance)!;
      slot.app.onCheckpoint(at.pick(DEADLY), () => {
        if (!faults.on) return undefined;
        if (!slot.isDead) faults.thrown.set('killed', (faults.thrown.get('killed') ?? 0) + 1);
        slot.isDead = true;
        // As the system does with what a process leaves behind: others wait for its locks.
        void endConnections(slot.name);
        slot.die();
        return new Promise<void>(() => {});
      });
    },
    disarm() {
      for (const { app, isDead } of slots) if (!isDead) for (const name of DEADLY) app.onCheckpoint(name, null);
    },
    cut: (instance) => endConnections(slots.find((one) => one === instance)!.name),
    async revive() {
      for (const [at, slot] of slots.entries()) {
        if (!slot.isDead) continue;
        slot.app.webhooks.arrive = false;
        await endConnections(slot.name);
        // It waits for what never goes on.
        void slot.app.db.close().catch(() => {});
        void slot.app.deps.doorDb.close().catch(() => {});
        slots[at === 0 ? 0 : 1] = await start();
      }
    },
    async close() {
      for (const slot of started.toReversed()) if (!slot.isDead) await slot.app.close();
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CheckpointName } from '#app/platform/adapters/checkpoint.server.ts';
import type { Database } from '#app/platform/adapters/db/database.server.ts';
import { NO_STATE } from '#app/platform/app-state.server.ts';
import { createConcurrencyLimits } from '#app/platform/adapters/concurrency-limits.server.ts';
import { randomIds } from '#app/platform/adapters/ids.server.ts';
import { fileMailer } from '#app/platform/adapters/mail/file-mailer.server.ts';
import { mailArchive } from '#app/platform/adapters/mail/mail-archive.server.ts';
import { createMetrics } from '#app/platform/adapters/metrics.server.ts';
import { createPostOutside } from '#app/platform/adapters/outgoing/post-outside.server.ts';
import { createPdfReader } from '#app/platform/adapters/media/pdf-reader.server.ts';
import { ASSOCIATION, NAMELESS } from '#app/domain/association.ts';
import { createSettingsReader } from '#app/features/settings/settings-reader.server.ts';
import { createLocalStorage } from '#app/platform/adapters/storage/local-storage.server.ts';
import type { Deliver } from '#app/platform/adapters/payments/sandbox/sandbox-events.server.ts';
import type { Sandbox } from '#app/platform/adapters/payments/sandbox/sandbox.server.ts';
import type * as Comboi from '#app/app.server.ts';
import type { App } from '#app/create-app.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { createKeys } from '#app/platform/adapters/keys.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { rememberingEncoder } from '../process/remembered/images.ts';
import { aTestDatabase } from '../process/test-database.ts';
import { TIMEOUT_FACTOR } from '../process/timeout-factor.ts';
import { outsideTransactions, withOneConnection } from './one-connection.ts';
import { type TestClock, testClock } from './test-clock.ts';

const builtApp = new URL('../../../build/server/index.js', import.meta.url).href;

export interface TestApp extends App {
  deps: Deps;
  db: Database;
  clock: TestClock;
  sandbox: Sandbox;
  /** Whether the sandbox's webhooks arrive; when not, they wait in its log. */
  webhooks: { arrive: boolean };
  comboi: typeof Comboi;
  databaseUrl: string;
  /** Sets what happens where the app comes to a checkpoint, or clears it. */
  onCheckpoint(name: CheckpointName, hook: (() => Promise<void> | void) | null): void;
  /** Asks the app, by default as a program without cookies from 127.0.0.1. */
  ask(path: string, init?: RequestInit & { address?: string }): Promise<Response>;
  /** Lets a job do one round, as its loop would. */
  round(job: string): Promise<void>;
  /** A second app on the same database, as a second server process would be. */
  another(env?: Record<string, string>): Promise<TestApp>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  clock?: TestClock;
  /** Puts something else in place of dependencies, given those that would be there. */
  deps?: (usual: Deps) => Partial<Deps>;
  poolSize?: number;
  /** Of another server than `npm run build` made. */
  build?: string | undefined;
  /** A database of its own where none is given. */
  databaseUrl?: string;
  /** Of the database, the change feed and the queues (1: as in the product). */
  timeoutFactor?: number;
}

/** The whole app, as built, between a copy of the template database, the sandbox and mail in files. */
export async function aTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  return appOn(options.databaseUrl ?? (await aTestDatabase()), options);
}

async function appOn(databaseUrl: string, options: TestAppOptions): Promise<TestApp> {
  const comboi = (await import(/* @vite-ignore */ options.build ?? builtApp)) as typeof Comboi;
  const dataDir = await mkdtemp(join(tmpdir(), 'comboi-app-'));
  const env = readEnv({ COMBOI_DEMO: '1', DATA_DIR: dataDir, COMBOI_RATE_LIMITS: '0', ...options.env });
  const { clock = testClock(), timeoutFactor = TIMEOUT_FACTOR } = options;
  const db = comboi.openDatabase({ url: databaseUrl, poolSize: options.poolSize ?? 16, log: silentLogger, timeoutFactor });
  const doorDb = comboi.openDatabase({ url: databaseUrl, poolSize: 4, log: silentLogger, timeoutFactor });
  const changes = comboi.openChangeFeed({ url: databaseUrl, log: silentLogger, timeoutFactor });
  const webhooks = { arrive: true };
  const deliver: Deliver = async ({ body, signature }) => {
    if (!webhooks.arrive) return false;
    const response = await ask('/api/payments/stripe', { method: 'POST', body, headers: { 'Stripe-Signature': signature } });
    return response.ok;
  };
  const sandbox = comboi.createSandbox({
    query: db.query,
    clock,
    ids: randomIds,
    log: silentLogger,
    publicUrl: env.publicUrl,
    webhookSecret: WEBHOOK_SECRET,
    deliver,
  });
  const hooks = new Map<CheckpointName, () => Promise<void> | void>();
  const concurrency = createConcurrencyLimits({ timeoutFactor });
  const keys = createKeys('a secret for tests that nobody else uses');
  const secondConnections: string[] = [];
  const usual: Deps = {
    env,
    db: withOneConnection(db, secondConnections),
    doorDb: withOneConnection(doorDb, secondConnections),
    changes,
    replica: db,
    clock,
    ids: randomIds,
    checkpoint: async (name) => outsideTransactions(() => hooks.get(name)?.()),
    keys,
    payments: sandbox,
    storage: createLocalStorage({ folder: join(dataDir, 'files'), ids: randomIds }),
    wallets: { apple: null, google: null },
    concurrency,
    images: rememberingEncoder({ log: silentLogger, semaphore: concurrency.images }),
    pdfs: createPdfReader({ log: silentLogger, semaphore: concurrency.pdfs }),
    settings: createSettingsReader({ query: db.query, usual: env.demo ? ASSOCIATION : NAMELESS, changes, log: silentLogger }),
    mailer: fileMailer(mailArchive({ dataDir, mailFrom: env.mailFrom, clock })),
    postOutside: createPostOutside({ loopback: env.demo }),
    metrics: createMetrics({ ofProcess: false }),
    state: NO_STATE,
    log: silentLogger,
  };
  const app = comboi.createApp({ ...usual, ...options.deps?.(usual) });
  const { deps } = app;

  async function ask(path: string, init: RequestInit & { address?: string } = {}): Promise<Response> {
    const { address = '127.0.0.1', ...rest } = init;
    return app.fetch(new Request(new URL(path, env.publicUrl), { redirect: 'manual', ...rest }), { address });
  }

  return {
    ...app,
    deps,
    db,
    clock,
    sandbox,
    webhooks,
    comboi,
    databaseUrl,
    onCheckpoint(name, hook) {
      if (hook) hooks.set(name, hook);
      else hooks.delete(name);
    },
    ask,
    async round(name) {
      const job = comboi.jobsOf(deps).find((one) => one.name === name);
      if (!job) throw new Error(`there is no job «${name}»`);
      await job.round(new AbortController().signal);
    },
    another: (env) => appOn(databaseUrl, { ...options, env: { ...options.env, ...env }, clock, deps: (usual) => ({ storage: deps.storage, ...options.deps?.({ ...usual, storage: deps.storage }) }) }),
    async close() {
      await app.close();
      await changes.close();
      await doorDb.close();
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
      if (secondConnections.length > 0) throw new Error(secondConnections.join('\n'));
    },
  };
}

/** Lets rounds of a job begin as they do in the product; at its end it waits for those that did. */
export function repeatRounds(app: TestApp, job: string, everyMs: number): AsyncDisposable {
  const rounds: Promise<void>[] = [];
  const timer = setInterval(() => void rounds.push(app.round(job)), everyMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await Promise.all(rounds);
    },
  };
}

export const WEBHOOK_SECRET = 'whsec_for_tests';

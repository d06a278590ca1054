import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach } from 'vitest';

import { systemClock } from '#app/platform/adapters/clock.server.ts';
import { sealAudit } from '#app/platform/adapters/db/audit.server.ts';
import { type Database, openDatabase } from '#app/platform/adapters/db/database.server.ts';
import { randomIds } from '#app/platform/adapters/ids.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { createSandbox } from '#app/platform/adapters/payments/sandbox/sandbox.server.ts';
import { createLocalStorage } from '#app/platform/adapters/storage/local-storage.server.ts';
import { examine, examineRecords, type Violation } from '#app/features/doctor/doctor.server.ts';
import { examineFiles } from '#app/features/files/upkeep/service.server.ts';

import { examined } from '../reporting/counts.ts';
import { takeStarted, type StartedServer } from './child-server.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';

/** The sandbox tells of payments again until it is heard. */
const RECHECK_MS = 5_000;
const EVER = new Date(0);

/* Whatever a test has done to its servers, their books are in order afterwards. */
afterEach(async () => {
  const visited = new Set<string>();
  const broken: Violation[] = [];
  for (const server of takeStarted()) {
    const url = await databaseOf(server);
    if (url === null || visited.has(url)) continue;
    visited.add(url);
    const found = await examineDatabase(url, server);
    if (found === null) continue;
    examined(found.length);
    broken.push(...found);
  }
  if (broken.length > 0) throw new Error(`the books are not in order:\n${broken.map(({ rule, what, how }) => `${rule}: ${what} (${how})`).join('\n')}`);
});

/** Null where it is gone with its folder. */
async function databaseOf({ dataDir, env }: StartedServer): Promise<string | null> {
  if (env['DATABASE_URL'] !== undefined) return env['DATABASE_URL'];
  const [pid, password] = await Promise.all(['postmaster.pid', 'comboi-password'].map((name) => readFile(join(dataDir, 'postgres', name), 'utf8').catch(() => null)));
  const port = pid?.split('\n')[3];
  return password && port ? `postgres://comboi:${password}@127.0.0.1:${port}/comboi` : null;
}

/** Null where nobody answers: what a stopped database holds is examined by whoever starts it again. */
async function examineDatabase(url: string, { dataDir, env }: StartedServer): Promise<Violation[] | null> {
  const db = openDatabase({ url, poolSize: 2, log: silentLogger, timeoutFactor: TIMEOUT_FACTOR });
  try {
    if (!(await isSite(db))) return null;
    await sealAudit(db.query);
    const found = env['STRIPE_SECRET_KEY'] === undefined ? await examine({ db, payments: sandboxIn(db), clock: systemClock }, { since: EVER, pause: () => new Promise((resolve) => setTimeout(resolve, RECHECK_MS)) }) : await examineRecords(db.query, systemClock.now());
    // Some lie on a disk that only their server sees.
    const hasFiles = await access(join(dataDir, 'files')).then(() => true, () => false);
    if (hasFiles) found.push(...(await examineFiles({ db, storage: createLocalStorage({ folder: join(dataDir, 'files'), ids: randomIds }), clock: systemClock })));
    return found;
  } finally {
    await db.close();
  }
}

async function isSite(db: Database): Promise<boolean> {
  return db.query.selectFrom('orders').select('id').limit(1).execute().then(() => true, () => false);
}

function sandboxIn(db: Database) {
  const parts = { clock: systemClock, log: silentLogger, ids: randomIds };
  return createSandbox({ ...parts, query: db.query, publicUrl: new URL('http://127.0.0.1'), webhookSecret: '', deliver: async () => false });
}

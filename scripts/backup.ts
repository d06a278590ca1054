import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { systemClock } from '../app/platform/adapters/clock.server.ts';
import { openDatabase } from '../app/platform/adapters/db/database.server.ts';
import { randomIds } from '../app/platform/adapters/ids.server.ts';
import { createLogger } from '../app/platform/adapters/log.server.ts';
import { openStorage } from '../app/platform/adapters/storage/open-storage.server.ts';
import { readEnv } from '../app/platform/env.server.ts';
import { writeBackup } from '../app/features/backups/backup.server.ts';
import { storeBackup } from '../app/features/backups/service.server.ts';
import { openBackupStore } from '../app/features/backups/backup-store.server.ts';
import { StartRefusal } from '../app/platform/start-refusal.server.ts';
import { findPostgres } from './find-postgres.ts';

/* `npm run backup [-- --to file.tgz | --list]`, beside a running server or without one. */

const log = createLogger({ level: 'error', pretty: true });

try {
  await run();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, list: { type: 'boolean', default: false } } });
  const env = readEnv(process.env);
  const store = await openStorage(env, randomIds);
  try {
    if (values.list) {
      const stored = await openBackupStore({ env, storage: store.storage }).list();
      for (const { name, size } of stored.toSorted((one, other) => one.madeAt.getTime() - other.madeAt.getTime())) console.log(`${name}  ${megabytes(size)}`);
      return;
    }
    const postgres = await findPostgres(env, log);
    const db = openDatabase({ ...postgres, poolSize: 1, log });
    try {
      const parts = { db, storage: store.storage, clock: systemClock, env };
      if (values.to === undefined) {
        const { name, size } = await storeBackup(parts);
        console.log(`Kept ${name}, ${megabytes(size)}.`);
      } else {
        console.log(`Wrote ${values.to}, ${megabytes(await writeBackup(parts, resolve(values.to)))}.`);
      }
    } finally {
      await db.close();
      await postgres.stop();
    }
  } finally {
    store.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { systemClock } from '../app/platform/adapters/clock.server.ts';
import { assertOwnDataFolder } from '../app/platform/adapters/data-folder-owner.server.ts';
import { openDatabase } from '../app/platform/adapters/db/database.server.ts';
import { randomIds } from '../app/platform/adapters/ids.server.ts';
import { createLogger } from '../app/platform/adapters/log.server.ts';
import { openStorage } from '../app/platform/adapters/storage/open-storage.server.ts';
import { readEnv } from '../app/platform/env.server.ts';
import { backupName } from '../app/domain/operations/backup-schedule.ts';
import { backUpWhenDue, storeBackup, writeWholeBackup } from '../app/features/backups/service.server.ts';
import { openBackupStore } from '../app/features/backups/backup-store.server.ts';
import { StartRefusal } from '../app/platform/start-refusal.server.ts';
import { findPostgres } from './find-postgres.ts';

/* `npm run backup [-- --whole | --to file.tgz | --when-due | --list]`, beside a running server or without one. Exit codes: 0 done, 1 refused, or made without some of its files. */

const log = createLogger({ level: 'error', pretty: true });

try {
  await run();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, list: { type: 'boolean', default: false }, whole: { type: 'boolean', default: false }, 'when-due': { type: 'boolean', default: false } } });
  const env = readEnv(process.env);
  await assertOwnDataFolder(env.dataDir);
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
      if (values.to !== undefined || values.whole) {
        const path = resolve(values.to ?? join(env.dataDir, backupName(systemClock.now())));
        const { bytes, missing } = await writeWholeBackup(parts, path);
        console.log(`Wrote ${path}, ${megabytes(bytes)}.`);
        reportMissing(missing.length);
        return;
      }
      const stored = values['when-due'] ? await backUpWhenDue(parts) : await storeBackup(parts);
      if (stored === null) return;
      console.log(`Kept ${stored.name}, ${megabytes(stored.size)}; the uploaded files lie beside it, each once for all backups.`);
      reportMissing(stored.missingFiles);
    } finally {
      await db.close();
      await postgres.stop();
    }
  } finally {
    store.close();
  }
}

function reportMissing(files: number): void {
  if (files === 0) return;
  console.error(`It lacks ${files} uploaded ${files === 1 ? 'file' : 'files'} that the database names: is the folder or bucket the right one?`);
  process.exitCode = 1;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

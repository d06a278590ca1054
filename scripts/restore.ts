import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';

import type * as Comboi from '../app/app.server.ts';
import { systemClock } from '../app/platform/adapters/clock.server.ts';
import { assertOwnDataFolder } from '../app/platform/adapters/data-folder-owner.server.ts';
import { assertDirect } from '../app/platform/adapters/db/pooler.server.ts';
import { startEmbeddedPostgres } from '../app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { randomIds } from '../app/platform/adapters/ids.server.ts';
import { createLogger } from '../app/platform/adapters/log.server.ts';
import { openStorage, type OpenStorage } from '../app/platform/adapters/storage/open-storage.server.ts';
import { type Env, readEnv } from '../app/platform/env.server.ts';
import { openWithdrawnConsents } from '../app/platform/adapters/withdrawn-consents.server.ts';
import type { BackupFiles } from '../app/features/backups/backup-files.server.ts';
import { backupFilesBeside, openBackupStore } from '../app/features/backups/backup-store.server.ts';
import { backupMadeAt } from '../app/domain/operations/backup-schedule.ts';
import { StartRefusal } from '../app/platform/start-refusal.server.ts';
import { buildIfNeeded } from './build.ts';

/* `npm run restore -- file.tgz | name of a kept backup [--replace]`, while no server runs on that database. */

const USAGE = 'npm run restore -- file.tgz [--replace], or the name of a backup that `npm run backup -- --list` prints';

const log = createLogger({ level: 'warn', pretty: true });
const variables = { ...process.env };

try {
  await run();
} catch (error) {
  // The build has its own copy of the class.
  if (!(error instanceof Error) || !/^(StartRefusal|EnvError)$/.test(error.name)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { replace: { type: 'boolean', default: false } }, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new StartRefusal(`Usage: ${USAGE}`);
  process.env['NODE_ENV'] = 'production';
  await buildIfNeeded();
  const comboi = (await import(new URL('../build/server/index.js', import.meta.url).href)) as typeof Comboi;
  const env = readEnv(variables);
  await assertOwnDataFolder(env.dataDir);
  if (env.databaseDirectUrl !== null) await assertDirect({ url: env.databaseDirectUrl, isGiven: env.databaseDirectUrl !== env.databaseUrl });
  const store = await openStorage(env, randomIds);
  try {
    const { open, files } = await opener(file, { env, store });
    const postgres = env.databaseDirectUrl === null ? await startEmbeddedPostgres({ dataDir: env.dataDir, log }) : { url: env.databaseDirectUrl, stop: async () => {} };
    try {
      const { madeAt, objects } = await comboi.restoreBackup({ url: postgres.url, storage: store.storage, clock: systemClock, log, open, files, replace: values.replace, withdrawnConsents: openWithdrawnConsents({ env, storage: store.storage }) });
      console.log(`Restored what was there on ${madeAt}, with ${objects} stored ${objects === 1 ? 'file' : 'files'}. \`npm run doctor\` examines it.`);
    } finally {
      await postgres.stop();
    }
  } finally {
    store.close();
  }
}

interface Opened {
  open: () => Promise<Readable>;
  files: BackupFiles;
}

async function opener(file: string, { env, store }: { env: Env; store: OpenStorage }): Promise<Opened> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return { open: async () => createReadStream(file), files: backupFilesBeside(dirname(resolve(file))) };
  const backupStore = openBackupStore({ env, storage: store.storage });
  const isStored = backupMadeAt(file) && (await backupStore.list()).some(({ name }) => name === file);
  if (!isStored) throw new StartRefusal(`There is no backup ${file}.`);
  return {
    files: backupStore.files,
    async open() {
      const body = await backupStore.read(file);
      if (body === null) throw new StartRefusal(`There is no backup ${file}.`);
      return body;
    },
  };
}

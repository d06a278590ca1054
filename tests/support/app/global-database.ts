import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { openDatabase } from '#app/adapters/db/database.server.ts';
import { startEmbeddedPostgres } from '#app/adapters/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from '#app/adapters/db/migrate.server.ts';
import { randomIds } from '#app/adapters/ids.server.ts';
import { silentLogger } from '#app/adapters/log.server.ts';

import { seedDemo } from '../../../db/seed.ts';
import { buildIfNeeded } from '../../../scripts/build.ts';
import { postgresBinaries, type PostgresVersion } from '../process/postgres-binaries.ts';
import { TEMPLATE } from './template.ts';
import { removeDataDir, temporaryFolder } from '../process/temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresVersion: PostgresVersion;
    postgresUrl: string;
    /** When the cast's dates were reckoned: a run may go on beyond midnight. */
    seededAt: string;
  }
}

/** One PostgreSQL per project, real and with fsync; each test file works on a copy of the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfNeeded();
  const dataDir = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: silentLogger,
    binaries: postgresBinaries(project.config.provide.postgresVersion ?? '18'),
  });
  const now = new Date();
  await makeTemplate(postgres.url, now);
  project.provide('seededAt', now.toISOString());
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await removeDataDir(dataDir);
  };
}

async function makeTemplate(url: string, now: Date): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${TEMPLATE}`;
  await migrate({ url: templateUrl.href, log: silentLogger });
  const db = openDatabase({ url: templateUrl.href, poolSize: 2, log: silentLogger });
  await seedDemo({ db, ids: randomIds, now });
  await db.close();
  await admin.end();
}

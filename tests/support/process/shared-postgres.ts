import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { openDatabase } from '#app/platform/adapters/db/database.server.ts';
import { migrate } from '#app/platform/adapters/db/migrate.server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { randomIds } from '#app/platform/adapters/ids.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';

import { seedDemo } from '../../../db/seed.ts';
import { buildIfNeeded } from '../../../scripts/build.ts';
import { postgresBinaries, type PostgresVersion } from './postgres-binaries.ts';
import { ofProcess } from './remembered/of-process.ts';
import { removeDataDir, temporaryFolder } from './temporary-folder.ts';
import { TEMPLATE } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresVersion: PostgresVersion;
    postgresUrl: string;
    /** When the cast's dates were reckoned: a run may go on beyond midnight. */
    seededAt: string;
  }
}

interface Cluster {
  url: string;
  seededAt: string;
  stop(): Promise<void>;
}

/** What the projects of a run have in common; each of them loads a module of its own, so it can't be kept in one. */
interface Run {
  build: Promise<void>;
  clusters: Map<PostgresVersion, Promise<Cluster>>;
  folder: Promise<string>;
  users: number;
}

const STATEMENTS = 'statements';
const UNFORCED = ['fsync', 'full_page_writes'];
/** It visits one database after the other in that time, and a run has many. */
const VACUUM_EVERY = '10min';
/** Of several test files at once, each with two processes' worth of them. */
const MAX_CONNECTIONS = 400;

/**
 * A real PostgreSQL whose template database each test file copies (`aTestDatabase`). Its writes are not forced to the disk:
 * what is killed here are our processes, whose commits the kernel keeps. Power cuts are played on clusters of their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = joinRun();
  await run.build;
  const version = project.config.provide.postgresVersion ?? '18';
  const { projects } = project.vitest;
  for (const wanted of [version, ...projects.flatMap(({ config }) => config.provide.postgresVersion ?? [])]) if (!run.clusters.has(wanted)) run.clusters.set(wanted, startCluster(wanted));
  const { url, seededAt } = await run.clusters.get(version)!;
  project.provide('seededAt', seededAt);
  project.provide('postgresUrl', url);
  const folder = await run.folder;
  project.provide('runFolder', folder);
  const ledger = join(folder, STATEMENTS);
  if (project.name.startsWith('app')) await mkdir(ledger, { recursive: true });
  project.provide('statementLedger', ledger);
  return () => leaveRun(run);
}

function joinRun(): Run {
  const run = ofProcess('run of the tests', (): Run => ({ build: buildIfNeeded(), clusters: new Map(), folder: temporaryFolder(), users: 0 }));
  run.users += 1;
  return run;
}

async function leaveRun(run: Run): Promise<void> {
  run.users -= 1;
  if (run.users > 0) return;
  try {
    for (const cluster of run.clusters.values()) await (await cluster).stop();
    await rm(await run.folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    // After the closing line, where whoever reads the end of a log looks.
    console.log('The run ended badly:', error);
    throw error;
  }
}

async function startCluster(version: PostgresVersion): Promise<Cluster> {
  const dataDir = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLogger, binaries: postgresBinaries(version), maxConnections: MAX_CONNECTIONS });
  const now = new Date();
  await makeTemplate(postgres, now);
  return {
    url: postgres.url,
    seededAt: now.toISOString(),
    async stop() {
      await postgres.stop();
      await removeDataDir(dataDir);
    },
  };
}

async function makeTemplate(postgres: EmbeddedPostgres, now: Date): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  for (const setting of UNFORCED) await admin.query(`alter system set ${setting} = off`);
  await admin.query(`alter system set autovacuum_naptime = '${VACUUM_EVERY}'`);
  await admin.query('select pg_reload_conf()');
  await admin.query(`create database ${TEMPLATE}`);
  const url = Object.assign(new URL(postgres.url), { pathname: `/${TEMPLATE}` }).href;
  await migrate({ url, log: silentLogger });
  const db = openDatabase({ url, poolSize: 2, log: silentLogger });
  await seedDemo({ db, ids: randomIds, now });
  await db.close();
  await admin.end();
}

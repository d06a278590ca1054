import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

import { type FileLock, takeFileLock } from '../file-lock.server.ts';
import type { Logger } from '../log.server.ts';
import { StartRefusal } from '#app/platform/start-refusal.server.ts';

import { commandAs } from './account.server.ts';
import { assertExecutable, installedPostgres, type PostgresBinaries } from './binaries.server.ts';
import { ensureCluster, ROLE } from './cluster.server.ts';
import { type Cluster, endLeftovers } from './leftovers.server.ts';
import { bringCluster, clusterOf, findPlace, type Place, prepareDataDir } from './data-folder.server.ts';

const DATABASE = 'comboi';

/** Its log names no statement and no value: they hold people's addresses. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  huge_pages: 'off',
  jit: 'off',
  // Containers may have next to no /dev/shm.
  dynamic_shared_memory_type: 'mmap',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const MAX_CONNECTIONS = 100;
const FIRST_PORT = 21_000;
const PORTS = 10_000;
const LOCK_TIMEOUT_MS = 2_500;
const LOCK_EVERY_MS = 50;
const PORT_TRIES = 5;
const AUTHORIZATION_CLASS = '28';
const LARGEST_LOG_BYTES = 5_000_000;
const STILL_WAITING_EVERY_MS = 5_000;
const FAST_STOP_MS = 4_000;
const IMMEDIATE_STOP_MS = 2_000;
const LONGEST_RESTART_PAUSE_MS = 5_000;

export interface EmbeddedPostgres {
  url: string;
  folder: string;
  stop(): Promise<void>;
}

/** One server at a time per folder. What a killed one left running is ended first. */
export async function startEmbeddedPostgres(options: { dataDir: string; log: Logger; binaries?: PostgresBinaries; maxConnections?: number }): Promise<EmbeddedPostgres> {
  const { log, maxConnections = MAX_CONNECTIONS } = options;
  const dataDir = await prepareDataDir(options.dataDir);
  const lock = await lockFolder(dataDir);
  try {
    const binaries = options.binaries ?? installedPostgres();
    await assertExecutable(binaries);
    const place = await findPlace({ dataDir, binaries, log });
    const cluster = clusterOf(place.home);
    await bringCluster({ from: dataDir, home: place.home, log });
    await endLeftovers(cluster, log);
    const password = await ensureCluster({ place, cluster, log });
    return await keepRunning({ place, cluster, password, log, lock, maxConnections });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A killed server keeps its lock until the kernel is done with it, so a refusal comes only after a moment. */
async function lockFolder(dataDir: string): Promise<FileLock> {
  for (let waited = 0; waited <= LOCK_TIMEOUT_MS; waited += LOCK_EVERY_MS) {
    const lock = tryLock(dataDir);
    if (lock !== null) return lock;
    await pause(LOCK_EVERY_MS);
  }
  throw new StartRefusal(`Another Comboi is already running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`);
}

function tryLock(dataDir: string): FileLock | null {
  try {
    return takeFileLock(join(dataDir, 'comboi.lock'));
  } catch (error) {
    throw new StartRefusal(`DATA_DIR ${dataDir} can't be written by this user: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Running extends Readonly<{ place: Place; cluster: Cluster; password: string; log: Logger; maxConnections: number }> {
  port: number;
}

async function keepRunning(options: Omit<Running, 'port'> & { lock: FileLock }): Promise<EmbeddedPostgres> {
  const { lock, log, cluster } = options;
  const running: Running = { ...options, port: await freePort(cluster) };
  let postmaster: ChildProcess | null = null;
  let stopping: Promise<void> | null = null;
  const started = (child: ChildProcess): void => {
    postmaster = child;
  };

  const endAtOnce = (): void => void postmaster?.kill('SIGQUIT');
  process.once('exit', endAtOnce);

  const stop = (): Promise<void> => {
    stopping ??= end(postmaster).finally(() => {
      process.off('exit', endAtOnce);
      lock.release();
    });
    return stopping;
  };
  const watch = (child: ChildProcess): void => {
    const again = (): void => {
      if (stopping === null) void restart();
    };
    if (hasEnded(child)) again();
    else child.once('exit', again);
  };
  const restart = async (): Promise<void> => {
    log.error('PostgreSQL ended unexpectedly; starting it again');
    for (let wait = 100; ; wait = Math.min(wait * 2, LONGEST_RESTART_PAUSE_MS)) {
      try {
        await endLeftovers(cluster, log);
        if (stopping !== null) return;
        const child = await launch(running, started);
        log.warn('PostgreSQL is back');
        watch(child);
        return;
      } catch (error) {
        if (stopping !== null) return;
        log.error({ err: error }, 'PostgreSQL does not start');
        await pause(wait);
      }
    }
  };

  try {
    const child = await launchAnywhere(running, started);
    await ensureDatabase(running);
    watch(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(running, DATABASE), folder: cluster.folder, stop };
}

/** Another program may have taken the port since it was found free. */
async function launchAnywhere(running: Running, started: (child: ChildProcess) => void): Promise<ChildProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await launch(running, started);
    } catch (error) {
      if (tries === PORT_TRIES || (await isFree(running.port))) throw error;
      running.port = await freePort(running.cluster);
    }
  }
}

/** In a session of its own, so that Ctrl-C reaches only us. */
async function launch(running: Running, started: (child: ChildProcess) => void): Promise<ChildProcess> {
  const logPath = join(running.place.home, 'postgres.log');
  const logged = sizeOf(logPath) > LARGEST_LOG_BYTES ? (renameSync(logPath, `${logPath}.1`), 0) : sizeOf(logPath);
  const settings = Object.entries({ ...SETTINGS, max_connections: String(running.maxConnections), port: String(running.port), cluster_name: running.cluster.name });
  const command = commandAs(running.place.account, join(running.place.binaries, 'bin/postgres'), [
    '-D',
    running.cluster.folder,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);

  // A file, since a pipe to us would block or break PostgreSQL when we hang or are killed.
  const logFile = openSync(logPath, 'a', 0o600);
  const postmaster = spawn(command.program, command.args, { ...command.options, detached: true, stdio: ['ignore', logFile, logFile] });
  closeSync(logFile);
  started(postmaster);
  let failure: Error | null = null;
  postmaster.once('error', (error) => (failure = error));

  for (let waited = 0, step = 15; ; waited += step) {
    if (failure !== null || hasEnded(postmaster)) {
      const logLines = (await readFile(logPath, 'utf8')).slice(logged).trim().split('\n').slice(-8).join('\n');
      throw new Error(`PostgreSQL did not start; it says:\n${logLines}`, { cause: failure });
    }
    if (await answers(running)) return postmaster;
    if (waited > 0 && waited % STILL_WAITING_EVERY_MS === 0) running.log.info('Waiting for PostgreSQL, which recovers after a crash');
    await pause(step);
  }
}

async function answers(running: Running): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(running, 'postgres'), connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const refused = error instanceof pg.DatabaseError && (error.code ?? '').startsWith(AUTHORIZATION_CLASS);
    if (refused) throw error;
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ensureDatabase(running: Running): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(running, 'postgres') });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Fast shutdown, then immediate, then kill; no stage loses a committed row. */
async function end(postmaster: ChildProcess | null): Promise<void> {
  if (postmaster === null || hasEnded(postmaster)) return;
  const gone = once(postmaster, 'exit');
  for (const [signal, timeoutMs] of [['SIGINT', FAST_STOP_MS], ['SIGQUIT', IMMEDIATE_STOP_MS]] as const) {
    postmaster.kill(signal);
    const ended = await Promise.race([gone.then(() => true), pause(timeoutMs, false, { ref: false })]);
    if (ended) return;
  }
  postmaster.kill('SIGKILL');
  await gone;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Below the range of ephemeral ports. */
async function freePort(cluster: Cluster): Promise<number> {
  const start = Number.parseInt(cluster.name.slice(-6), 16) % PORTS;
  for (let step = 0; step < PORTS; step += 1) {
    const port = FIRST_PORT + ((start + step) % PORTS);
    if (await isFree(port)) return port;
  }
  throw new StartRefusal('No port is free on 127.0.0.1 for the embedded PostgreSQL.');
}

export async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((resolve) => probe.close(resolve));
  return free;
}

function urlOf(running: Running, database: string): string {
  return `postgres://${ROLE}:${running.password}@127.0.0.1:${running.port}/${database}`;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

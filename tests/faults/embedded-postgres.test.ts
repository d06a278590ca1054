import { cp, chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { installedPostgres, type PostgresBinaries } from '#app/platform/adapters/embedded-postgres/binaries.server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { type Child, isAlive, startChild } from '#tests/support/process/child-process.ts';
import { NODE, ROOT } from '#tests/support/process/child-server.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { postgresBinaries } from '#tests/support/process/postgres-binaries.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

const AS_ROOT = process.geteuid?.() === 0;
const NOBODY = 65_534;
const KILLS = count({ test: 2, soak: 25 });
const DOUBLE_STARTS = count({ test: 1, soak: 5 });

async function aDataDir(): Promise<string> {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  onTestFinished(async () => {
    await removeDataDir(dataDir);
    await rm(folder, { recursive: true, force: true });
  });
  return dataDir;
}

async function aDatabase(dataDir: string, binaries: PostgresBinaries = installedPostgres()): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log: silentLogger, binaries });
  onTestFinished(() => database.stop());
  return database;
}

/** Somebody else's process that holds the database, so that it can be killed. */
function aHolder(dataDir: string, wrapper: readonly string[] = []): Child {
  const [program, ...args] = [...wrapper, NODE, join(ROOT, 'tests/support/process/embedded-postgres-child.ts'), dataDir];
  const holder = startChild(program, args, { cwd: ROOT });
  onTestFinished(async () => {
    holder.send('SIGKILL', 'group');
    await holder.ended;
  });
  return holder;
}

async function urlOf(holder: Child): Promise<string> {
  const [, url = ''] = await holder.says(/READY (\S+)/);
  return url;
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Writes one row, and then one after the other until the database dies; `ended` resolves to the last number that was acknowledged. */
async function startWriting(url: string): Promise<{ ended: Promise<number> }> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ last: number }>('select coalesce(max(number), 0)::int as last from written');
  const insert = (number: number): Promise<unknown> => client.query('insert into written (number) values ($1)', [number]);
  const first = (rows[0]?.last ?? 0) + 1;
  await insert(first);
  async function write(): Promise<number> {
    for (let acknowledged = first; ; acknowledged += 1) {
      try {
        await insert(acknowledged + 1);
      } catch {
        return acknowledged;
      }
    }
  }
  return { ended: write() };
}

async function postmasterOf(home: string): Promise<number> {
  return Number((await readFile(join(home, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** What is still there after a round of killing: every number up to the last acknowledged one. */
async function lostRows(url: string, acknowledged: number): Promise<number> {
  const [row] = await ask<{ stored: number }>(url, `select count(*)::int as stored from written where number <= ${acknowledged}`);
  return acknowledged - (row?.stored ?? 0);
}

describe('the embedded PostgreSQL', () => {
  test('is made, keeps its rows over a restart and is gone when stopped', async () => {
    const dataDir = await aDataDir();
    const first = await aDatabase(dataDir);
    const pid = await postmasterOf(dataDir);
    await ask(first.url, `create table news as select 'foc' as title`);
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const second = await aDatabase(dataDir);
    expect(await ask(second.url, 'select title from news')).toEqual([{ title: 'foc' }]);
    expect(await ask(second.url, `select upper('català') as upper, current_setting('fsync') as fsync`)).toEqual([{ upper: 'CATALÀ', fsync: 'on' }]);
  });

  test.runIf(AS_ROOT)('never runs as root, though its starter does', async () => {
    const dataDir = await aDataDir();
    await aDatabase(dataDir);
    const status = await readFile(`/proc/${await postmasterOf(dataDir)}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\t[1-9]/m);
  });

  test.runIf(AS_ROOT)('lives under /var/lib/comboi when only root can enter its folder', async () => {
    const dataDir = await aDataDir();
    await mkdir(dataDir);
    await chmod(dataDir, 0o700);
    const first = await aDatabase(dataDir);
    await ask(first.url, 'create table kept as select 7 as number');
    await first.stop();
    expect(await readdir(dataDir)).not.toContain('postgres');
    expect(await readFile(join(dataDir, 'database-is-in.txt'), 'utf8')).toMatch(/^\/var\/lib\/comboi\//);

    const second = await aDatabase(dataDir);
    expect(await ask(second.url, 'select number from kept')).toEqual([{ number: 7 }]);
  });

  test.runIf(AS_ROOT && inject('soak'))('moves with its rows when its folder is closed to others later', async () => {
    const dataDir = await aDataDir();
    const first = await aDatabase(dataDir);
    await ask(first.url, 'create table kept as select 8 as number');
    await first.stop();
    await chmod(dataDir, 0o700);

    const second = await aDatabase(dataDir);
    expect(await ask(second.url, 'select number from kept')).toEqual([{ number: 8 }]);
  });

  test.runIf(AS_ROOT)('starts for an ordinary user', async () => {
    const dataDir = await aDataDir();
    await chmod(join(dataDir, '..'), 0o777);
    const holder = aHolder(dataDir, ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']);
    await urlOf(holder);
    const status = await readFile(`/proc/${await postmasterOf(dataDir)}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\\t${NOBODY}`, 'm'));
    holder.send('SIGTERM');
    expect(await holder.ended).toBe(0);
  });

  test.runIf(AS_ROOT)('refuses another user in words, and is there untouched for its own', async () => {
    const dataDir = await aDataDir();
    const first = await aDatabase(dataDir);
    await ask(first.url, 'create table kept as select 9 as number');
    await first.stop();
    const stranger = aHolder(dataDir, ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']);
    expect(await stranger.ended).toBe(1);
    expect(stranger.output()).toContain(`DATA_DIR ${dataDir} can't be written by this user`);

    const second = await aDatabase(dataDir);
    expect(await ask(second.url, 'select number from kept')).toEqual([{ number: 9 }]);
  });

  test.runIf(inject('soak'))('starts from a package whose symbolic links were never made', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o755);
    await cp(join(installedPostgres(), '..'), join(folder, 'package'), { recursive: true, verbatimSymlinks: true });
    for (const entry of await readdir(join(folder, 'package/native/lib'), { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(join(entry.parentPath, entry.name));
    }
    const database = await aDatabase(await aDataDir(), join(folder, 'package/native'));
    expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    // Before its binaries go.
    await database.stop();
  });

  test('refuses the files of another major version', async () => {
    const dataDir = await aDataDir();
    await aDatabase(dataDir, postgresBinaries('15')).then(({ stop }) => stop());
    await expect(aDatabase(dataDir)).rejects.toThrow(/made by PostgreSQL 15/);
  });
});

describe('after kill -9', () => {
  test('of its starter, the next one ends the orphan and has every acknowledged row', async () => {
    const dataDir = await aDataDir();
    let acknowledged = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const holder = aHolder(dataDir);
      const url = await urlOf(holder);
      await ask(url, 'create table if not exists written (number int primary key)');
      expect(await lostRows(url, acknowledged)).toBe(0);
      const orphan = await postmasterOf(dataDir);
      const writing = await startWriting(url);
      await pause(40 * round);
      holder.send('SIGKILL');
      await holder.ended;
      expect(isAlive(orphan)).toBe(true);

      const next = await aDatabase(dataDir);
      acknowledged = await writing.ended;
      expect(isAlive(orphan)).toBe(false);
      expect(await lostRows(next.url, acknowledged)).toBe(0);
      await next.stop();
    }
    expect(acknowledged).toBeGreaterThan(0);
  });

  test('of its starter and itself at once, it starts again with every acknowledged row', async () => {
    const dataDir = await aDataDir();
    let acknowledged = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const holder = aHolder(dataDir);
      const url = await urlOf(holder);
      await ask(url, 'create table if not exists written (number int primary key)');
      expect(await lostRows(url, acknowledged)).toBe(0);
      const writing = await startWriting(url);
      await pause(30 + 40 * round);
      process.kill(await postmasterOf(dataDir), 'SIGKILL');
      holder.send('SIGKILL');
      acknowledged = await writing.ended;
    }
    expect(acknowledged).toBeGreaterThan(0);
    const last = await aDatabase(dataDir);
    const lost = await lostRows(last.url, acknowledged);
    expect(lost).toBe(0);
    figure(`G6 acknowledged rows lost in ${KILLS} kills of starter and database at once among ${acknowledged}`, lost);
  });

  test('of itself alone, it is started again at the same address', async () => {
    const dataDir = await aDataDir();
    const database = await aDatabase(dataDir);
    await ask(database.url, 'create table written (number int primary key)');
    const writing = await startWriting(database.url);
    await pause(100);
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    const acknowledged = await writing.ended;
    await expect.poll(() => lostRows(database.url, acknowledged).catch(() => 'not there'), { interval: 50 }).toBe(0);
  });

  test('in the middle of its making, the next start makes it', async () => {
    for (const delay of [450, 250, 650].slice(0, count({ test: 1, soak: 3 }))) {
      const dataDir = await aDataDir();
      const holder = aHolder(dataDir);
      await pause(delay);
      holder.send('SIGKILL');
      await holder.ended;
      const database = await aDatabase(dataDir);
      expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await database.stop();
      expect((await readdir(dataDir)).filter((name) => name.startsWith('new-postgres'))).toEqual([]);
    }
  });

  test.runIf(inject('soak'))('a pid file that now names somebody else stops nobody and harms nobody', async () => {
    const dataDir = await aDataDir();
    const holder = aHolder(dataDir);
    await urlOf(holder);
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    const written = await readFile(pidFile, 'utf8');
    holder.send('SIGTERM');
    await holder.ended;
    const stranger = startChild('sleep', ['600'], { cwd: '/' });
    onTestFinished(() => stranger.send('SIGKILL'));
    await writeFile(pidFile, written.replace(/^\d+/, String(stranger.pid)));

    const database = await aDatabase(dataDir);
    await database.stop();
    expect(stranger.hasEnded()).toBe(false);
  });
});

describe('twice at once on one folder', () => {
  test('one starts, the other is refused with the reason, each time', async () => {
    const dataDir = await aDataDir();
    let refused = 0;
    for (let round = 0; round < DOUBLE_STARTS; round += 1) {
      const holders = [aHolder(dataDir), aHolder(dataDir)];
      const outputs = await Promise.all(holders.map((holder) => holder.says(/READY|Another Comboi is already running/)));
      expect(outputs.map(([words]) => words).toSorted()).toEqual(['Another Comboi is already running', 'READY']);
      refused += outputs.filter(([words]) => words !== 'READY').length;
      for (const holder of holders) holder.send('SIGTERM');
      await Promise.all(holders.map((holder) => holder.ended));
    }
    const { url } = await aDatabase(dataDir);
    const spoilt = await ask(url, 'select datname from pg_stat_database where checksum_failures > 0');
    expect(spoilt).toEqual([]);
    figure(`G7 starts refused, databases spoilt by ${DOUBLE_STARTS} double starts of one folder`, `${refused}, ${spoilt.length}`);
  });
});

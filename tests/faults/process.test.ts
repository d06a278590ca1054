import { connect } from 'node:net';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { isAlive } from '#tests/support/process/child-process.ts';
import { startServer, statusOf } from '#tests/support/process/child-server.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { aUsedDataDir } from '#tests/support/process/used-data-dir.ts';

async function aDataDir(): Promise<string> {
  const dataDir = await temporaryFolder();
  onTestFinished(() => removeDataDir(dataDir));
  return dataDir;
}

async function usedDataDir(): Promise<string> {
  const dataDir = await aUsedDataDir();
  onTestFinished(() => removeDataDir(dataDir));
  return dataDir;
}

async function anExternalDatabase(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log: silentLogger });
  onTestFinished(() => database.stop());
  return database;
}

function secondsSince(begun: number): string {
  return `${((performance.now() - begun) / 1_000).toFixed(1)} s`;
}

/** A request of which only the first half has come until `finish`; resolves to the whole answer. */
async function halfARequest(url: string, body: string): Promise<{ finish(): Promise<string> }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const half = Math.floor(body.length / 2);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  socket.write(
    `POST /api/orders HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
  );
  // Said once the head has come, by which the server knows of it.
  await expect.poll(() => answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  answer = '';
  return {
    async finish() {
      socket.write(body.slice(half));
      await closed;
      return answer;
    },
  };
}

describe('ending', () => {
  test.each(['node', 'npm'] as const)('through %s: two signals to the group drain once, exit 0 and leave no PostgreSQL', async (through) => {
    await using server = await startServer({ through, dataDir: await usedDataDir() });
    const postmaster = await server.postmasterPid();
    const begun = performance.now();
    server.send('SIGINT', 'group');
    server.send('SIGTERM', 'group');
    expect(await server.ended).toBe(0);
    figure(`an idle server through ${through} ends in`, secondsSince(begun));
    expect(isAlive(postmaster)).toBe(false);
    expect(server.output().match(/Ending/g)).toHaveLength(1);
  });

  test('a request that is half here when SIGTERM comes is answered, and no new one is taken', async () => {
    await using server = await startServer({ dataDir: await usedDataDir() });
    const request = await halfARequest(server.url, '{"not": "an order"}');
    server.send('SIGTERM');
    await expect.poll(() => statusOf(`${server.url}/health/live`), { interval: 5 }).toBeNull();
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(await server.ended).toBe(0);
  });

  test('a request that never comes to its end does not hold the process for ever', async () => {
    await using server = await startServer({ dataDir: await usedDataDir() });
    await halfARequest(server.url, '{"never": "the rest"}');
    const begun = performance.now();
    expect(await server.stop()).toBe(0);
    figure('a server that is kept waiting by half a request ends in', secondsSince(begun));
  });

  test('a signal while it starts ends it as cleanly', async () => {
    for (const delay of [300, 600, 1_200]) {
      await using server = await startServer({ through: 'node', waitUntilReady: false });
      await pause(delay);
      const code = await server.stop();
      // Before its first line of JavaScript a process can only die of the signal.
      expect([0, 'SIGTERM']).toContain(code);
      await expect(server.postmasterPid()).rejects.toThrow(/ENOENT/);
    }
  });
});

describe('starting', () => {
  test.each(inject('soak') ? (['stop', 'kill', 'killWithDatabase'] as const) : (['stop'] as const))('again after %s works by itself', async (way) => {
    const dataDir = await usedDataDir();
    await using server = await startServer({ dataDir });
    await server[way]();
    const begun = performance.now();
    await using next = await startServer({ dataDir });
    figure(`a start after ${way} takes`, secondsSince(begun));
    expect(await statusOf(`${next.url}/tickets`)).toBe(200);
    expect(await next.stop()).toBe(0);
  });

  test('a second time on one data folder is refused with the reason, and the first goes on', async () => {
    await using first = await startServer({ dataDir: await usedDataDir() });
    await using second = await startServer({ dataDir: first.dataDir, waitUntilReady: false });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Another Comboi is already running on ${first.dataDir}`);
    expect(await statusOf(`${first.url}/health/ready`)).toBe(200);
  });

  test('on a port that is taken says so and starts no database', async () => {
    await using first = await startServer({ dataDir: await usedDataDir() });
    await using second = await startServer({ port: Number(new URL(first.url).port), waitUntilReady: false });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/Port \d+ on 127\.0\.0\.1 is taken/);
    await expect(second.postmasterPid()).rejects.toThrow(/ENOENT/);
  });

  test('without its secret is refused by name', async () => {
    await using server = await startServer({ env: { NODE_ENV: 'production' }, waitUntilReady: false });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('COMBOI_SECRET');
    expect(server.output()).not.toMatch(/\n\s+at /);
  });

  test('on a demo from before the baseline of the schema says which folder to delete, and without it a new demo begins', async () => {
    const dataDir = await aDataDir();
    const { url, folder, stop } = await anExternalDatabase(dataDir);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      insert into schema_migrations (name, checksum) values ('0001_accounts.sql', 'of then')`);
    await client.end();
    await stop();
    await using server = await startServer({ dataDir, waitUntilReady: false });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`For a new demo delete the folder ${folder}, and start again.`);
    expect(server.output()).not.toMatch(/\n\s+at /);
    await rm(folder, { recursive: true });
    await using next = await startServer({ dataDir });
    expect(await statusOf(`${next.url}/tickets`)).toBe(200);
  });

  test('before its database it waits, alive and not ready, and then serves', async () => {
    const dataDir = await aDataDir();
    const { url: databaseUrl, stop } = await anExternalDatabase(dataDir);
    await stop();
    await using server = await startServer({ env: { DATABASE_URL: databaseUrl, COMBOI_DEMO: '1' }, waitUntilReady: false });
    await server.says(/Waiting for the database/);
    expect(await statusOf(`${server.url}/health/live`)).toBe(200);
    expect(await statusOf(`${server.url}/health/ready`)).toBe(503);
    expect(await statusOf(`${server.url}/tickets`)).toBe(503);
    expect(await statusOf(`${server.url}/api/events`)).toBe(503);
    await anExternalDatabase(dataDir);
    await server.ready();
    expect(await server.stop()).toBe(0);
  });
});

describe('the database dies', () => {
  test.runIf(inject('soak'))('by kill -9: the server lives, says it is not ready, and is ready again by itself', async () => {
    await using server = await startServer({ dataDir: await usedDataDir() });
    process.kill(await server.postmasterPid(), 'SIGKILL');
    await server.says(/PostgreSQL is back/);
    await server.ready();
    expect(server.hasEnded()).toBe(false);
  });

  test.runIf(inject('soak'))('by a clean restart elsewhere: the server lives and goes on', async () => {
    const dataDir = await aDataDir();
    const first = await anExternalDatabase(dataDir);
    await using server = await startServer({ env: { DATABASE_URL: first.url, COMBOI_DEMO: '1' } });
    await first.stop();
    await expect.poll(() => statusOf(`${server.url}/health/ready`)).toBe(503);
    expect(await statusOf(`${server.url}/health/live`)).toBe(200);
    await anExternalDatabase(dataDir);
    await server.ready();
    expect(await server.stop()).toBe(0);
  });
});

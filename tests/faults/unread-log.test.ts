import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { expect, inject, onTestFinished, test } from 'vitest';

import { eventOnline, startRush } from '#tests/support/people/online-buyers.ts';
import { ROOT, startServer } from '#tests/support/process/child-server.ts';
import { sharedDatabaseEnv } from '#tests/support/process/shared-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

const EVENT = 'Concert de la nit del foc';
const NOISY = { COMBOI_RATE_LIMITS: '0', NODE_OPTIONS: `--import=${join(ROOT, 'tests/support/process/crash-on-signal.ts')}` };

/** A pipe that can be read, and filled, from here. */
async function aPipe(): Promise<FileHandle> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeDataDir(folder));
  const path = join(folder, 'log');
  await promisify(execFile)('mkfifo', [path]);
  const pipe = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => pipe.close());
  return pipe;
}

async function fill(pipe: FileHandle): Promise<void> {
  for (const size of [4096, 1]) {
    while (await pipe.write(Buffer.alloc(size, '.')).then(() => true, () => false));
  }
}

async function readAll(pipe: FileHandle): Promise<string> {
  let text = '';
  for (;;) {
    const { bytesRead, buffer } = await pipe.read(Buffer.alloc(65_536)).catch(() => ({ bytesRead: 0, buffer: Buffer.alloc(0) }));
    if (bytesRead === 0) return text;
    text += buffer.toString('utf8', 0, bytesRead);
  }
}

/** Sells while the server has something to log; how many requests failed. */
async function failedBeside(server: { url: string; send(signal: NodeJS.Signals): void }, lines: number): Promise<{ requests: number; failed: number }> {
  const rush = startRush(server.url, await eventOnline(server.url, EVENT), { buyers: 4, name: 'unread' });
  for (let line = 0; line < lines; line += 1) {
    server.send('SIGUSR2');
    await pause(50);
  }
  await rush.end();
  return { requests: rush.keys.length, failed: rush.keys.length - rush.acknowledged.size };
}

test('a log that nobody reads any more holds up no request, and tells afterwards', async () => {
  const pipe = await aPipe();
  const env = { ...NOISY, ...(await sharedDatabaseEnv()) };
  const server = await startServer({ env, stdout: pipe.fd });
  try {
    await readAll(pipe);
    await fill(pipe);
    const { requests, failed } = await failedBeside(server, count({ test: 20, soak: 2_000 }));
    figure(`G13 requests failed while nobody read the log, of ${requests}`, failed);
    expect(failed).toBe(0);
    // What was held back may come while the pipe is being emptied.
    let output = await readAll(pipe);
    await expect.poll(async () => (output += await readAll(pipe))).toContain('A promise failed that nobody awaited');
    await fill(pipe);
    server.send('SIGUSR2');
    await pause(50);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

test.runIf(inject('soak'))('a log on a full disk holds up no request', async () => {
  const full = await open('/dev/full', 'w');
  const env = { ...NOISY, ...(await sharedDatabaseEnv()) };
  const server = await startServer({ env, stdout: full.fd });
  try {
    const { requests, failed } = await failedBeside(server, count({ test: 10, soak: 1_000 }));
    figure(`G13 requests failed while the log's disk was full, of ${requests}`, failed);
    expect(failed).toBe(0);
  } finally {
    expect(await server.stop()).toBe(0);
    await full.close();
  }
});

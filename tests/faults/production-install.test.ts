import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { startChild } from '#tests/support/process/child-process.ts';
import { freePort, NODE, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { figure } from '#tests/support/reporting/counts.ts';

const run = promisify(execFile);

let home: string;
let installed: string;
let output: string;
const program = (name: string, ...args: string[]) =>
  run(join(installed, 'node_modules/.bin/node'), [`scripts/${name}.ts`, ...args], { cwd: installed, env: { PATH: process.env['PATH'], HOME: home, DATA_DIR: join(home, 'data'), COMBOI_DEMO: '1' } });

/* A whole folder is copied and started from: in a soak, and by its file before a version goes out. */
describe.runIf(inject('soak'))('a folder of its own', () => {
  beforeAll(async () => {
    home = await temporaryFolder();
    installed = join(home, 'comboi');
    ({ stdout: output } = await run(NODE, ['scripts/production/production.ts', '--to', installed], { cwd: ROOT }));
  });
  afterAll(async () => {
    await removeDataDir(join(home, 'data'));
    await rm(home, { recursive: true, force: true });
  });

  test('what production needs takes 400 MB at most, starts where nothing else is, and can be backed up, examined and sold from', async () => {
    const megabytes = Number(/: (\d+) MB, with/.exec(output)?.[1]);
    const port = await freePort();
    const server = startChild(join(installed, 'node_modules/.bin/node'), ['server.js'], { cwd: installed, env: { HOME: home, PORT: String(port), DATA_DIR: join(home, 'data'), COMBOI_DEMO: '1' } });
    try {
      await expect.poll(() => (server.hasEnded() ? server.output() : statusOf(`http://127.0.0.1:${port}/health/ready`)), { timeout: 100_000 }).toBe(200);
      expect(server.output()).not.toContain('Building Comboi');
      expect(await statusOf(`http://127.0.0.1:${port}/tickets`)).toBe(200);
      const { events } = (await (await fetch(`http://127.0.0.1:${port}/api/events`)).json()) as { events: { id: number; title: string }[] };
      const concert = events.find(({ title }) => title === 'Concert de la nit del foc')!;
      const bought = await fetch(`http://127.0.0.1:${port}/api/orders`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ eventId: concert.id, email: 'neus@example.com', tickets: [{ sections: {}, options: [] }] }) });
      expect(bought.status).toBe(201);
      const { paymentUrl } = (await bought.json()) as { paymentUrl: string };
      expect((await fetch(paymentUrl, { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' })).status).toBe(303);
      // Its mail has a picture and a PDF.
      await expect.poll(async () => (await (await fetch(`http://127.0.0.1:${port}/dev/mail.json`)).text()).includes('neus@example.com'), { timeout: 60_000 }).toBe(true);
      expect((await program('backup')).stdout).toContain('Kept comboi-');
      expect((await program('doctor', '--again', '0')).stdout).toContain('The books are in order.');
      expect((await program('person', 'show', 'neus@example.com')).stdout).toContain('neus@example.com');
    } finally {
      server.send('SIGTERM');
      await server.ended;
    }
    figure('N17 a production install, MB', String(megabytes));
    expect(megabytes).toBeLessThanOrEqual(400);
  });
});

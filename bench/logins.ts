/** A rush of logins beside one alone, and what others feel of it; only ratios say something. `npm run bench -- logins`. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { startChild } from '#tests/support/process/child-process.ts';
import { freePort, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

import { type Call, load, type LoadResult } from './http-load.ts';

const CROWD = 50;
const READERS = 4;
const ROUND_MS = 10_000;
const WARM_UP_MS = 2_000;

const LOGIN: Call = {
  method: 'POST',
  path: '/api/session',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: 'soci@comboi.test', password: 'Comboi2027' }),
};

const dataDir = await temporaryFolder();
const port = await freePort();
const server = startChild(join(ROOT, 'node_modules/.bin/node'), ['server.js'], {
  cwd: ROOT,
  env: { PORT: String(port), DATA_DIR: dataDir, COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0' },
});
try {
  while ((await statusOf(`http://127.0.0.1:${port}/health/ready`)) !== 200) {
    if (server.hasEnded()) throw new Error(`the server did not start:\n${server.output()}`);
    await pause(50);
  }
  await measure();
} finally {
  server.send('SIGTERM');
  await server.ended;
  await removeDataDir(dataDir);
}

async function measure(): Promise<void> {
  await logins(1, WARM_UP_MS);
  await readers(WARM_UP_MS);
  const alone = { login: await logins(1, ROUND_MS), pages: await readers(ROUND_MS) };
  const [login, pages] = await Promise.all([logins(CROWD, ROUND_MS), readers(ROUND_MS)]);

  console.log(`${CROWD} logins at once: ${login.perSecond.toFixed(1)} a second, ${(login.perSecond / alone.login.perSecond).toFixed(2)} times those of one after another; ${login.failures} refused`);
  console.log(`  p95 ${login.p95.toFixed(0)} ms, ${(login.p95 / alone.login.p95).toFixed(1)} times a login alone (${alone.login.p95.toFixed(0)} ms)`);
  console.log(`/tickets, rendered anew for ${READERS} readers: p95 ${pages.p95.toFixed(0)} ms meanwhile, ${(pages.p95 / alone.pages.p95).toFixed(1)} times that without logins (${alone.pages.p95.toFixed(0)} ms)`);
  console.log(`  ${pages.perSecond.toFixed(0)} pages a second, ${(pages.perSecond / alone.pages.perSecond).toFixed(2)} times those without logins; ${pages.failures} failed`);
}

function logins(clients: number, milliseconds: number): Promise<LoadResult> {
  return load({ port, clients, milliseconds, expected: 204, call: () => LOGIN });
}

function readers(milliseconds: number): Promise<LoadResult> {
  return load({ port, clients: READERS, milliseconds, expected: 200, call: (n) => ({ method: 'GET', path: `/tickets?n=${n}` }) });
}

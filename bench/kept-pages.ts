/** Kept pages beside a bare node:http server, and what starting and memory cost. `npm run bench -- tickets`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { startChild } from '#tests/support/process/child-process.ts';
import { freePort, NODE, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

import { load, type LoadResult, median } from './http-load.ts';
import { type MeasuredSite, print, residentMegabytes, startInstance, withSite } from './site.ts';

const READERS = 32;
const ROUND_MS = 4_000;
const ROUNDS = 3;
const WARM_UP_MS = 2_000;

await withSite(async (site) => {
  const idle = await residentMegabytes(site.server.pid);
  const pages = await measurePages(site, 'identity');
  const small = await measurePages(site, 'br');
  const script = await scriptOf(site.port, '/tickets');
  const memory = await residentMegabytes(site.server.pid);
  const embedded = await startOfEmbedded();
  for (const [name, { app, reference }] of [['as they are', pages], ['compressed', small]] as const) {
    print(`/tickets, ${name}`, [
      ['pages', `${app.toFixed(0)}/s`],
      ['bare node:http sending the same bytes', `${reference.toFixed(0)}/s`],
      ['ratio (target: at least 0.9)', (app / reference).toFixed(2)],
    ]);
  }
  print('process', [
    ['JavaScript of /tickets, gzipped (target: at most 150 kB)', `${(script / 1000).toFixed(1)} kB`],
    ['memory when ready / after the run (targets: under 120 and 250 MB)', `${idle.toFixed(0)} MB / ${memory.toFixed(0)} MB`],
    ['start to ready, built, database there', `${site.seconds.toFixed(1)} s`],
    ['start to ready, built, embedded database made anew', `${embedded.first.toFixed(1)} s`],
    ['start to ready, built, embedded database there (target: 5 s)', `${embedded.again.toFixed(1)} s`],
  ]);
});

async function measurePages({ port, dataDir }: MeasuredSite, encoding: 'identity' | 'br'): Promise<{ app: number; reference: number }> {
  const file = join(dataDir, `tickets.${encoding}`);
  await writeFile(file, await bytesOf(port, encoding));
  const barePort = await freePort();
  const bare = startChild(NODE, ['bench/bare-server.ts', file, String(barePort)], { cwd: ROOT, env: {} });
  while ((await statusOf(`http://127.0.0.1:${barePort}/`)) !== 200) await pause(25);
  const on = (target: number, milliseconds: number): Promise<LoadResult> =>
    load({ port: target, clients: READERS, milliseconds, expected: 200, call: () => ({ method: 'GET', path: '/tickets', headers: { 'Accept-Encoding': encoding } }) });
  await on(port, WARM_UP_MS);
  await on(barePort, WARM_UP_MS);
  const app: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    reference.push((await on(barePort, ROUND_MS)).perSecond);
    app.push((await on(port, ROUND_MS)).perSecond);
  }
  bare.send('SIGTERM');
  return { app: median(app), reference: median(reference) };
}

/** As they are on the wire: `fetch` would unpack them. */
async function bytesOf(port: number, encoding: string): Promise<Buffer> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/tickets', headers: { 'Accept-Encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}

async function scriptOf(port: number, path: string): Promise<number> {
  const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const scripts = new Set([...html.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, address]) => address!));
  const sizes = await Promise.all(
    [...scripts].map(async (address) => gzipSync(Buffer.from(await (await fetch(`http://127.0.0.1:${port}${address}`)).arrayBuffer())).byteLength),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function startOfEmbedded(): Promise<{ first: number; again: number }> {
  const folder = await temporaryFolder();
  const times: number[] = [];
  for (let start = 0; start < 2; start += 1) {
    const { server, seconds } = await startInstance({ DATA_DIR: folder });
    times.push(seconds);
    server.send('SIGTERM');
    await server.ended;
  }
  await removeDataDir(folder);
  return { first: times[0]!, again: times[1]! };
}

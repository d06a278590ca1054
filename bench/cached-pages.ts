/** Cached pages beside the same site without its fast path, and a bare node:http server that sends the same bytes; the median of interleaved rounds. `npm run bench -- tickets`. */
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { type Child, startChild } from '#tests/support/process/child-process.ts';
import { freePort, NODE, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

import { load, median } from './http-load.ts';
import { type Instance, type MeasuredSite, print, processorTimeOf, residentMegabytes, startInstance, startSettings, withSite } from './site.ts';

const READERS = 32;
const ROUND_MS = 1_500;
const ROUNDS = 9;
const AT_REST_MS = 100;
const BY_NODE = new Set(['date', 'connection', 'keep-alive']);

type Side = 'app' | 'edge' | 'whole' | 'body';
type Measured = Record<Side, { perSecond: number; micros: number }[]>;

await withSite(async (site) => {
  const idle = await residentMegabytes(site.server.pid);
  const edge = await site.startAnother(site.databaseUrl, { COMBOI_FAST_PATH: '0' });
  for (const { server } of [site, edge]) await atRest(server.pid);
  const pages = await measurePages({ ...site, edge }, 'identity');
  const small = await measurePages({ ...site, edge }, 'br');
  const script = await scriptOf(site.port, '/tickets');
  const memory = await residentMegabytes(site.server.pid);
  const embedded = await startOfEmbedded();
  for (const [name, measured] of [['as they are', pages], ['compressed', small]] as const) {
    print(`/tickets, ${name}: answers a second, and processor time of each`, [
      ['pages', side(measured.app)],
      ['pages with COMBOI_FAST_PATH=0', side(measured.edge)],
      ['bare node:http, the same bytes, head included', side(measured.whole)],
      ['bare node:http, the same body under two headers', side(measured.body)],
      ['ratio to COMBOI_FAST_PATH=0', ratio(measured, 'edge')],
      ['ratio to the same bytes (target: at least 0.6)', ratio(measured, 'whole')],
      ['ratio to the body under two headers', ratio(measured, 'body')],
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

async function atRest(pid: number): Promise<void> {
  for (let second = 0; second < 30; second += 1) {
    const before = processorTimeOf(pid);
    await pause(1_000);
    if (processorTimeOf(pid) - before < AT_REST_MS) return;
  }
}

async function measurePages({ port, dataDir, server, edge }: MeasuredSite & { edge: Instance }, encoding: 'identity' | 'br'): Promise<Measured> {
  const file = join(dataDir, `tickets.${encoding}`);
  const { lines, body } = await answerOf(port, encoding);
  await writeFile(file, body);
  const startBare = async (head: readonly string[]): Promise<{ port: number; child: Child }> => {
    const barePort = await freePort();
    const { flags, allocator } = await startSettings();
    const child = startChild(NODE, [...flags, 'bench/bare-server.ts', JSON.stringify(head), file, String(barePort)], { cwd: ROOT, env: allocator });
    while ((await statusOf(`http://127.0.0.1:${barePort}/`)) !== 200) await pause(25);
    return { port: barePort, child };
  };
  const whole = await startBare(lines);
  const two = await startBare(['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(body.length)]);
  const sent = await answerOf(whole.port, encoding);
  if (sent.head.length !== (await answerOf(port, encoding)).head.length || !sent.body.equals(body)) throw new Error('the reference does not send the same bytes');

  const measured: Measured = { app: [], edge: [], whole: [], body: [] };
  const sides: [Side, number, number][] = [['app', port, server.pid], ['edge', edge.port, edge.server.pid], ['whole', whole.port, whole.child.pid], ['body', two.port, two.child.pid]];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, target, pid] of sides) {
      const before = processorTimeOf(pid);
      const { perSecond, answered } = await load({ port: target, clients: READERS, milliseconds: ROUND_MS, expected: 200, call: () => ({ method: 'GET', path: '/tickets', headers: { 'Accept-Encoding': encoding } }) });
      if (round > 0) measured[name].push({ perSecond, micros: ((processorTimeOf(pid) - before) * 1000) / answered });
    }
  }
  for (const { child } of [whole, two]) child.send('SIGTERM');
  return measured;
}

function side(rounds: Measured[Side]): string {
  return `${median(rounds.map(({ perSecond }) => perSecond)).toFixed(0)}/s, ${median(rounds.map(({ micros }) => micros)).toFixed(1)} µs`;
}

function ratio({ app, ...references }: Measured, reference: Exclude<Side, 'app'>): string {
  const other = references[reference];
  const ofRates = median(app.map(({ perSecond }, round) => perSecond / other[round]!.perSecond));
  const ofProcessor = median(app.map(({ micros }, round) => other[round]!.micros / micros));
  return `${ofRates.toFixed(2)}, by processor time ${ofProcessor.toFixed(2)}`;
}

/** As it is on the wire: `fetch` would unpack it. */
async function answerOf(port: number, encoding: string): Promise<{ head: string; lines: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/tickets', headers: { 'Accept-Encoding': encoding, Connection: 'keep-alive' } }, (answer) => {
      const chunks: Buffer[] = [];
      const { rawHeaders } = answer;
      const lines = rawHeaders.filter((_, at) => !BY_NODE.has(rawHeaders[at - (at % 2)]!.toLowerCase()));
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ head: rawHeaders.join('\n'), lines, body: Buffer.concat(chunks) }));
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

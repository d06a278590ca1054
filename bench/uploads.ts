/** 50 MB in and out: time, and memory beyond the idle server's; on disk, then in S3. Linux only. `npm run bench -- uploads`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import sharp from 'sharp';

import { startChild } from '#tests/support/process/child-process.ts';
import { freePort, NODE, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { anS3Server, s3Env } from '#tests/support/s3/s3-server.ts';

const MB = 1024 * 1024;
const BOOKLET = 50 * MB;
const PIECE = 4 * MB;
const ROUNDS = 2;
const PART = 64 * 1024;
const PARTS = 200;
const LOOK_EVERY_MS = 20;
const SETTLE_MS = 3_000;
const FLAGS = ['--max-old-space-size=256', '--max-semi-space-size=16'];

await measure('files on the disk', {});
const s3 = await anS3Server();
await measure('files in S3', s3Env(s3));
await s3.close();

async function measure(place: string, env: Record<string, string>): Promise<void> {
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = startChild(NODE, [...FLAGS, 'server.js'], { cwd: ROOT, env: { PORT: String(port), DATA_DIR: dataDir, COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', ...env } });
  try {
    while ((await statusOf(`${url}/health/ready`)) !== 200) {
      if (server.hasEnded()) throw new Error(`the server did not start:\n${server.output()}`);
      await pause(50);
    }
    const cookie = await signIn(url);
    const pdf = new Uint8Array(BOOKLET).fill(7);
    pdf.set(new TextEncoder().encode('%PDF-1.7\n'));
    const photo = new Uint8Array(await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#c33', noise: { type: 'gaussian', mean: 128, sigma: 20 } } }).jpeg().toBuffer());
    await upload(url, cookie, { bucket: 'booklets', bytes: pdf.subarray(0, PIECE), piece: PIECE });

    console.log(`${place}:`);
    for (const [name, piece] of [['in pieces of 4 MB', PIECE], ['in one request', BOOKLET]] as const) {
      for (let round = 1; round <= ROUNDS; round += 1) await watched(`50 MB ${name}`, server.pid, () => upload(url, cookie, { bucket: 'booklets', bytes: pdf, piece }));
    }
    await watched(`5 photos of ${(photo.length / MB).toFixed(1)} MB and 12 megapixels`, server.pid, async () => {
      await Promise.all(Array.from({ length: 5 }, () => upload(url, cookie, { bucket: 'news-images', bytes: photo, piece: PIECE })));
    });
    const file = await upload(url, cookie, { bucket: 'booklets', bytes: pdf.subarray(0, 20 * MB), piece: PIECE });
    await watched(`${PARTS} parts of 64 kB, one after the other`, server.pid, async () => {
      for (let part = 0; part < PARTS; part += 1) {
        const start = (part * 7_919 * 13) % (19 * MB);
        await (await fetch(new URL(file, url), { headers: { Cookie: cookie, Range: `bytes=${start}-${start + PART - 1}` } })).arrayBuffer();
      }
    });
  } finally {
    server.send('SIGTERM');
    await server.ended;
    await removeDataDir(dataDir);
  }
}

async function watched(name: string, pid: number, work: () => Promise<unknown>): Promise<void> {
  await pause(SETTLE_MS);
  const before = await heldBy(pid);
  let most = before;
  const watch = setInterval(() => void heldBy(pid).then((held) => (most = Math.max(most, held))), LOOK_EVERY_MS);
  const startedAt = performance.now();
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`  ${name}: ${seconds.toFixed(2)} s, ${((most - before) / MB).toFixed(0)} MB more than ${(before / MB).toFixed(0)} MB`);
}

async function heldBy(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(join('/proc', String(pid), 'status'), 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

async function upload(url: string, cookie: string, { bucket, bytes, piece }: { bucket: string; bytes: Uint8Array; piece: number }): Promise<string> {
  const headers = { Cookie: cookie, 'Tus-Resumable': '1.0.0' };
  const metadata = `bucket ${Buffer.from(bucket).toString('base64')}`;
  const begun = await fetch(`${url}/api/admin/uploads`, { method: 'POST', headers: { ...headers, 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata } });
  if (begun.status !== 201) throw new Error(`${begun.status}: ${await begun.text()}`);
  const address = new URL(begun.headers.get('Location')!, url);
  for (let from = 0; from < bytes.length; from += piece) {
    const body = bytes.subarray(from, from + piece) as Uint8Array<ArrayBuffer>;
    const answer = await fetch(address, { method: 'PATCH', headers: { ...headers, 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream' }, body });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    if (answer.status === 200) return ((await answer.json()) as { variants: [{ url: string }] }).variants[0].url;
  }
  throw new Error('the upload has no end');
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/session`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: 'admin@comboi.test', password: 'Comboi2027' }) });
  return response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');
}

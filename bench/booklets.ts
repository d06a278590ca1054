/** A PDF of 50 MB on its way in, its first page, and the search over thirty booklets. `npm run bench -- booklets`; memory on Linux only. */
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import PdfKit from 'pdfkit';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';

import { launchChromium, visitSite } from '#tests/support/browser/browser.ts';
import { beSlow } from '#tests/support/browser/slow-phone.ts';
import { type ChildServer, startServer } from '#tests/support/process/child-server.ts';

const MB = 1024 * 1024;
const PIECE = 4 * MB;
/** Noise, which no format makes small: half a megabyte a page, as scans of 100 pages have in 50 MB. */
const SCAN = { width: 840, height: 1_190 };
const BOOKLETS = 30;
const PAGES = 100;
const WORDS_ON_A_PAGE = 250;
const VOCABULARY = 6_000;
const QUERIES = ['falla', 'canco', 'fallera major', 'mot12 mot13', 'mot4999', 'fogueres', 'mot1 mot2 mot3', 'no-hi-es'];

const FLAGS = '--max-old-space-size=256 --max-semi-space-size=16';

await using server = await startServer({ env: { COMBOI_RATE_LIMITS: '0', NODE_OPTIONS: FLAGS } });
const cookie = await signIn();
await allRead(3);
const browser = await launchChromium();
try {
  await measureHeavy(browser, server);
  await measureSearch();
} finally {
  await browser.close();
}

async function measureHeavy(chromium: Browser, { pid }: ChildServer): Promise<void> {
  const photo = await sharp({ create: { width: SCAN.width, height: SCAN.height, channels: 3, background: '#c33', noise: { type: 'gaussian', mean: 128, sigma: 30 } } }).jpeg({ quality: 70 }).toBuffer();
  const count = Math.floor((49.5 * MB) / photo.byteLength);
  const pdf = await aPdf(Array.from({ length: count }, () => (doc) => doc.image(photo, 0, 0, { width: 420 })));
  const before = await heldBy(pid);
  let most = before;
  const watch = setInterval(() => void heldBy(pid).then((held) => (most = Math.max(most, held))), 20);
  const begun = performance.now();
  const fileId = await upload(pdf);
  console.log(`upload of ${(pdf.byteLength / MB).toFixed(1)} MB, ${count} pages: ${seconds(begun)} s, at most ${Math.round((most - before) / MB)} MB more than ${Math.round(before / MB)} MB`);
  await create(1999, fileId);
  await allRead(4);
  clearInterval(watch);
  console.log(`its pages and cover were known after ${seconds(begun)} s, at most ${Math.round((most - before) / MB)} MB more in the server`);

  const drawing = performance.now();
  await waitUntil(async () => (await fetch(`${server.url}/files/${fileId}-page-${count}.webp`, { method: 'HEAD' })).ok);
  console.log(`its ${count} pages were drawn ${seconds(drawing)} s after that, the last of them ${await kilobytesOf(fileId, count)} kB`);
  await measureReading(chromium);
}

async function measureReading(chromium: Browser): Promise<void> {
  for (const speed of ['as it is', 'on a slow phone'] as const) {
    const { page, end } = await visitSite(chromium, server.url, { device: speed === 'as it is' ? 'desktop' : 'phone' });
    if (speed !== 'as it is') await beSlow(page);
    let parts = 0;
    page.on('response', (response) => (parts += response.status() === 206 ? Number(response.headers()['content-length']) : 0));
    const opened = performance.now();
    await page.goto('/llibrets?llibret=1999');
    await page.waitForFunction(() => [...document.querySelectorAll<HTMLImageElement>('#llibret-1999 img')].some((image) => image.naturalWidth > 500 && image.complete));
    const seen = seconds(opened);
    await isSharp(page, 1);
    const first = seconds(opened);
    const turned = performance.now();
    await page.getByLabel('Anar a la pàgina').fill('40');
    await page.getByLabel('Anar a la pàgina').press('Enter');
    await isSharp(page, 40);
    console.log(`${speed}: first page after ${seen} s as its cover shows it, sharp after ${first} s; page 40 sharp ${seconds(turned)} s after it was startedAt for; ${(parts / MB).toFixed(1)} MB of the PDF`);
    await end();
  }
}

async function isSharp(page: Page, number: number): Promise<void> {
  await page.waitForFunction(
    (of) => {
      const sheet = document.querySelector<HTMLElement>(`[data-page="${of}"]`);
      const image = sheet?.querySelector('img');
      const isSharpImage = image?.complete === true && image.naturalWidth >= 0.9 * sheet!.clientWidth * Math.min(2, devicePixelRatio);
      return isSharpImage || (sheet !== null && sheet.querySelector('canvas') !== null);
    },
    number,
    { timeout: 240_000, polling: 50 },
  );
}

async function kilobytesOf(fileId: string, page: number): Promise<number> {
  const { headers } = await fetch(`${server.url}/files/${fileId}-page-${page}.webp`, { method: 'HEAD' });
  return Math.round(Number(headers.get('Content-Length')) / 1024);
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(500);
}

async function measureSearch(): Promise<void> {
  for (let index = 0; index < BOOKLETS; index += 1) await create(1950 + index, await upload(await aTextBooklet(index)));
  const begun = performance.now();
  await allRead(4 + BOOKLETS);
  console.log(`${BOOKLETS} booklets of ${PAGES} pages were read in ${seconds(begun)} s`);
  for (const query of QUERIES) {
    const times: number[] = [];
    let total = 0;
    for (let round = 0; round < 15; round += 1) {
      const startedAt = performance.now();
      const answer = (await (await fetch(`${server.url}/api/booklets/search?q=${encodeURIComponent(query)}`)).json()) as { total: number };
      times.push(performance.now() - startedAt);
      total = answer.total;
    }
    times.sort((one, other) => one - other);
    console.log(`search «${query}»: ${total} pages, median ${Math.round(times[7]!)} ms, slowest ${Math.round(times[14]!)} ms`);
  }
}

async function aPdf(pages: readonly ((pdf: PDFKit.PDFDocument) => unknown)[]): Promise<Buffer> {
  const pdf = new PdfKit({ size: 'A5', autoFirstPage: false });
  const whole = buffer(pdf);
  for (const draw of pages) {
    pdf.addPage();
    draw(pdf);
  }
  pdf.end();
  return whole;
}

async function aTextBooklet(seed: number): Promise<Buffer> {
  let state = seed + 1;
  const word = (): string => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return `mot${Math.floor((state / 2_147_483_648) ** 2 * VOCABULARY)}`;
  };
  return aPdf(Array.from({ length: PAGES }, (_, page) => (doc) => doc.fontSize(9).text(`La falla ${page % 7 === 0 ? 'i la cançó' : ''} ${page % 11 === 0 ? 'de la Fallera Major' : ''} ${Array.from({ length: WORDS_ON_A_PAGE }, word).join(' ')}`)));
}

async function upload(bytes: Buffer): Promise<string> {
  const headers = { Cookie: cookie, 'Tus-Resumable': '1.0.0' };
  const begun = await fetch(`${server.url}/api/admin/uploads`, { method: 'POST', headers: { ...headers, 'Upload-Length': String(bytes.length), 'Upload-Metadata': `bucket ${Buffer.from('booklets').toString('base64')}` } });
  const address = new URL(begun.headers.get('Location')!, server.url);
  for (let from = 0; from < bytes.length; from += PIECE) {
    const answer = await fetch(address, { method: 'PATCH', headers: { ...headers, 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream' }, body: new Uint8Array(bytes.subarray(from, from + PIECE)) });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    if (answer.status === 200) return ((await answer.json()) as { id: string }).id;
  }
  throw new Error('the upload has no end');
}

async function create(year: number, fileId: string): Promise<void> {
  const response = await fetch(`${server.url}/api/admin/booklets`, { method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/json' }, body: JSON.stringify({ year, fileId }) });
  if (response.status !== 201) throw new Error(await response.text());
}

async function allRead(count: number): Promise<void> {
  for (;;) {
    const { booklets } = (await (await fetch(`${server.url}/api/booklets`)).json()) as { booklets: { has_text: boolean | null }[] };
    if (booklets.length === count && booklets.every(({ has_text: hasText }) => hasText !== null)) return;
    await pause(200);
  }
}

async function signIn(): Promise<string> {
  const response = await fetch(`${server.url}/api/session`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: 'redaccio@comboi.test', password: 'Comboi2027' }) });
  return response.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
}

async function heldBy(pid: number): Promise<number> {
  const [, held] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(held) * 1024;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

import { figure } from '#tests/support/reporting/counts.ts';
import { type Wear, wornTicket } from '#tests/support/browser/worn-tickets.ts';

const TICKETS = 40;

beforeAll(async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer }, fireImmediately: true });
});

/** The same tickets at every run. */
function idOf(seed: number): string {
  const digest = createHash('sha256').update(String(seed)).digest();
  return Array.from(digest.subarray(0, 26), (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('');
}

/** Everything at the 120 px of a phone's screen, unless said. */
const CONDITIONS: [what: string, wear: Omit<Wear, 'seed'>, atLeast: number][] = [
  ['as it is', { side: 120 }, 1],
  ['tilted by 15°', { side: 120, tilt: 15 }, 0.95],
  ['tilted by 45°', { side: 160, tilt: 45 }, 0.95],
  ['at half contrast', { side: 120, contrast: 0.5 }, 1],
  ['dim, 30 of 255 shades between dark and light', { side: 120, contrast: 0.4, light: 0.3 }, 0.95],
  ['over-bright', { side: 120, contrast: 0.35, light: 1 }, 0.95],
  ['out of focus', { side: 160, blur: 1.5 }, 0.9],
  ['covered on 5 %, with two cracks', { side: 120, damage: 0.05 }, 0.75],
  // Beyond what the code can correct in many places: below it stands the number.
  ['covered on 15 %, with two cracks', { side: 160, damage: 0.15 }, 0.2],
];

test.each(CONDITIONS)('the decoder reads a ticket %s (D14)', async (what, wear, atLeast) => {
  let read = 0;
  for (let seed = 1; seed <= TICKETS; seed += 1) {
    const id = idOf(seed);
    const results = await readBarcodes(wornTicket(id, { ...wear, seed }) as ImageData, { formats: ['QRCode'], tryHarder: true });
    // A code that is read wrong is worse than none.
    expect(results.map(({ text }) => text).filter((text) => text !== id)).toEqual([]);
    if (results[0]?.text === id) read += 1;
  }
  figure(`D14 read ${what}, ${wear.side} px`, `${Math.round((100 * read) / TICKETS)} %`);
  expect(read / TICKETS).toBeGreaterThanOrEqual(atLeast);
});

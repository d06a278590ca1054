import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { createCanvas } from '@napi-rs/canvas';
import { encodeQR } from 'qr';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

import { qrMatrix } from '#app/design/ticket-rendering/qr/qr-matrix.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { codeInFrame, cropFrame, READER_OPTIONS, scanDebounce, spreadContrast } from './frames.ts';
import { type Wear, wornTicket } from '#tests/support/browser/worn-tickets.ts';

const TICKETS = count({ test: 20, soak: 100 });

type Picture = ReturnType<typeof wornTicket>;

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
  ['from afar, 90 px', { side: 90 }, 0.95],
  ['tilted by 15°', { side: 120, tilt: 15 }, 0.95],
  ['tilted by 45°', { side: 160, tilt: 45 }, 0.95],
  ['at half contrast', { side: 120, contrast: 0.5 }, 1],
  ['dim, 30 of 255 shades between dark and light', { side: 120, contrast: 0.4, light: 0.3 }, 0.95],
  ['over-bright', { side: 120, contrast: 0.35, light: 1 }, 0.95],
  ['washed out, 20 of 255 shades between dark and light', { side: 120, contrast: 0.08, light: 1 }, 0.95],
  ['over-bright, with a lamp’s reflection', { side: 160, contrast: 0.6, light: 0.9, glare: 0.9 }, 0.9],
  ['wet, with twelve drops', { side: 160, drops: 12 }, 0.7],
  ['cracked, three cracks from edge to edge', { side: 160, cracks: 3 }, 0.5],
  ['out of focus', { side: 160, blur: 2.2 }, 0.95],
  ['covered on 5 %, with two cracks', { side: 120, damage: 0.05 }, 0.95],
  ['covered on 10 %, with two cracks', { side: 160, damage: 0.1 }, 0.9],
  // At the edge of what the code corrects, 11 of 35 codewords in each of two blocks: below it stands the number.
  ['covered on 15 %, with two cracks', { side: 160, damage: 0.15 }, 0.6],
];

/** The camera's picture as the door looks at it for the nth time. */
function look(picture: Picture, nth: number): ImageData {
  const { left, top, width, height, scale, isSpread } = cropFrame(nth, picture);
  if (width === picture.width) return picture as ImageData;
  const [whole, closer] = [createCanvas(picture.width, picture.height), createCanvas(width * scale, height * scale)];
  whole.getContext('2d').putImageData(picture as never, 0, 0);
  const context = closer.getContext('2d');
  context.drawImage(whole, left, top, width, height, 0, 0, closer.width, closer.height);
  const image = context.getImageData(0, 0, closer.width, closer.height) as unknown as ImageData;
  if (isSpread) spreadContrast(image);
  return image;
}

test.each(CONDITIONS)('the decoder reads a ticket %s (D14)', async (what, wear, atLeast) => {
  let [atOnce, read] = [0, 0];
  for (let seed = 1; seed <= TICKETS; seed += 1) {
    const id = idOf(seed);
    const picture = wornTicket(id, { ...wear, seed });
    for (const nth of [0, 2, 3]) {
      const texts = (await readBarcodes(look(picture, nth), READER_OPTIONS)).map(({ text }) => text);
      // A code that is read wrong is worse than none.
      expect(texts.filter((text) => text !== id)).toEqual([]);
      if (texts.length === 0) continue;
      read += 1;
      if (nth === 0) atOnce += 1;
      break;
    }
  }
  const share = (of: number): string => `${Math.round((100 * of) / TICKETS)} %`;
  figure(`D14 read ${what}, ${wear.side} px`, `${share(atOnce)} at the first look, ${share(read)} at the fourth`);
  expect(read / TICKETS).toBeGreaterThanOrEqual(atLeast);
});

test('a code in view is read once, again when it was away for three seconds, and the next one is not missed', () => {
  const isToRead = scanDebounce();
  const see = (text: string, at: number, isBusy = false): boolean => isToRead({ text, at, isBusy });
  expect([see('A', 0), see('A', 80, true), see('A', 2_900), see('A', 5_800)]).toEqual([true, false, false, false]);
  expect([see('B', 6_000, true), see('B', 6_080, true), see('B', 6_160), see('B', 6_240)]).toEqual([false, false, true, false]);
  expect([see('A', 6_320), see('B', 6_400)]).toEqual([true, true]);
  expect(see('B', 9_400)).toBe(true);
});

/** Where the ticket stands and where the poster, and how large a module of each is. */
const ARRANGEMENTS: [what: string, ticket: [x: number, y: number, module: number], poster: [x: number, y: number, module: number]][] = [
  ['left of the ticket', [340, 120, 5], [40, 120, 5]],
  ['right of it', [40, 120, 5], [340, 120, 5]],
  ['above it', [220, 260, 4], [220, 20, 4]],
  ['below it', [220, 20, 4], [220, 260, 4]],
  ['twice as large', [20, 280, 4], [260, 20, 8]],
  ['half as large', [260, 20, 8], [20, 280, 4]],
  ['in the middle, the ticket in a corner', [20, 20, 4], [260, 180, 6]],
  ['in a corner, the ticket in the middle', [240, 160, 6], [20, 20, 4]],
];

let ticketsRead = 0;

test.each(ARRANGEMENTS)("a poster's code %s is not read instead of it (D27)", async (what, ticket, poster) => {
  const id = idOf(7);
  const canvas = createCanvas(640, 480);
  const context = canvas.getContext('2d');
  context.fillStyle = '#888';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const draw = (matrix: boolean[][], [x, y, module]: [number, number, number]): void => {
    const side = (matrix.length + 8) * module;
    context.fillStyle = '#eee';
    context.fillRect(x, y, side, side);
    context.fillStyle = '#111';
    for (const [row, cells] of matrix.entries()) for (const [column, isDark] of cells.entries()) if (isDark) context.fillRect(x + (column + 4) * module, y + (row + 4) * module, module, module);
  };
  draw(encodeQR('https://example.com/festes/programa', 'raw', { border: 1 }).slice(1, -1).map((row) => row.slice(1, -1)), poster);
  const choose = codeInFrame();
  const picture = (): ImageData => context.getImageData(0, 0, canvas.width, canvas.height) as unknown as ImageData;
  const see = async (nth: number): Promise<string | null> => choose((await readBarcodes(look(picture() as never, nth), READER_OPTIONS)).map(({ text }) => text));
  // Alone it is named, though not at once: a ticket may be held up beside it.
  expect([await see(0), await see(0), await see(0), await see(0)]).toEqual([null, null, null, 'https://example.com/festes/programa']);
  draw(qrMatrix(id), ticket);
  expect([await see(0), await see(0)]).toEqual([id, id]);
  ticketsRead += 1;
  if (what === ARRANGEMENTS.at(-1)![0]) figure(`D27 tickets read, and no poster, of ${ARRANGEMENTS.length} arrangements`, ticketsRead);
});

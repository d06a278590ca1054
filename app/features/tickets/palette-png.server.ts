import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

/**
 * PNG with 256 colours. A ticket is printed in few inks, so it looks the same and weighs a third of what the canvas
 * writes; a mail with twenty tickets still gets through. About 15 ms of this thread; compression runs beside it.
 */

const COLOURS = 256;
/** Colours that stand for themselves; the others share what is left, by likeness: edges of letters, emoji. */
const INKS = 128;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 8;
const INDEXED = 3;
const deflateAsync = promisify(deflate);

export interface Pixels {
  width: number;
  height: number;
  /** RGBA, row by row. */
  data: Uint8ClampedArray;
}

export async function palettePng({ width, height, data }: Pixels): Promise<Buffer> {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const counts = countColours(pixels);
  const palette = choosePalette(counts);
  const rows = indexRows(pixels, { width, height, indexes: indexColours(counts, palette) });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BIT_DEPTH, INDEXED], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => channels(colour).slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map((colour) => channels(colour)[3]))),
    chunk('IDAT', await deflateAsync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** How often each colour occurs; runs are counted at once. */
function countColours(pixels: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  let start = 0;
  for (let at = 1; at <= pixels.length; at += 1) {
    if (at < pixels.length && pixels[at] === pixels[start]) continue;
    const colour = pixels[start]!;
    counts.set(colour, (counts.get(colour) ?? 0) + at - start);
    start = at;
  }
  return counts;
}

/** The commonest colours, and of the rest the commonest of each group of like ones. */
function choosePalette(counts: Map<number, number>): number[] {
  const byCount = [...counts].toSorted((one, other) => other[1] - one[1]);
  const groups = new Map<number, { colour: number; count: number }>();
  for (const [colour, count] of byCount.slice(INKS)) {
    const likeness = colour & 0xc0f0f0f0;
    const group = groups.get(likeness);
    if (group) group.count += count;
    else groups.set(likeness, { colour, count });
  }
  const likes = [...groups.values()].toSorted((one, other) => other.count - one.count).slice(0, COLOURS - INKS);
  return [...byCount.slice(0, INKS).map(([colour]) => colour), ...likes.map(({ colour }) => colour)];
}

function indexColours(counts: Map<number, number>, palette: readonly number[]): Map<number, number> {
  const indexes = new Map(palette.map((colour, index) => [colour, index]));
  for (const colour of counts.keys()) {
    if (!indexes.has(colour)) indexes.set(colour, nearest(colour, palette));
  }
  return indexes;
}

function nearest(colour: number, palette: readonly number[]): number {
  const [red, green, blue, alpha] = channels(colour);
  let best = 0;
  let smallest = Infinity;
  // Run two million times a picture: a plain loop, without iterators.
  for (let index = 0; index < palette.length; index += 1) {
    const candidate = palette[index]!;
    const distance =
      ((candidate & 255) - red) ** 2 + (((candidate >>> 8) & 255) - green) ** 2 + (((candidate >>> 16) & 255) - blue) ** 2 + ((candidate >>> 24) - alpha) ** 2;
    if (distance < smallest) {
      smallest = distance;
      best = index;
    }
  }
  return best;
}

/** One byte a pixel, and a 0 before each row: flat inks compress best unfiltered. */
function indexRows(pixels: Uint32Array, image: { width: number; height: number; indexes: Map<number, number> }): Buffer {
  const { width, height, indexes } = image;
  const rows = Buffer.alloc(height * (width + 1));
  let colour = pixels[0]!;
  let index = indexes.get(colour)!;
  for (let y = 0; y < height; y += 1) {
    const row = y * (width + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      const here = pixels[y * width + x]!;
      if (here !== colour) {
        colour = here;
        index = indexes.get(here)!;
      }
      rows[row + x] = index;
    }
  }
  return rows;
}

/** Red, green, blue and alpha: pixels lie in memory in that order, the lowest byte first. */
function channels(colour: number): [number, number, number, number] {
  return [colour & 255, (colour >>> 8) & 255, (colour >>> 16) & 255, colour >>> 24];
}

function chunk(type: string, content: Buffer): Buffer {
  const whole = Buffer.alloc(content.length + 12);
  whole.writeUInt32BE(content.length, 0);
  whole.write(type, 4, 'latin1');
  content.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + content.length)), 8 + content.length);
  return whole;
}

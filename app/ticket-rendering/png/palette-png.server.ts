import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

/** Tickets have few inks: 128 colours look the same at a quarter of the weight. About 12 ms, compression aside. */

const COLOURS = 128;
/** These stand for themselves; the others share what is left, by likeness. */
const INKS = 64;
/** A colour without its lowest bits: 6 bits each of red, green and blue, 2 of alpha. */
const TONES = 1 << 20;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 8;
const INDEXED = 3;
const deflateAsync = promisify(deflate);

export interface Pixels {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8ClampedArray;
}

export async function palettePng({ width, height, data }: Pixels): Promise<Buffer> {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const tones = countTones(pixels);
  const palette = choosePalette(tones);
  const rows = indexRows(pixels, { width, height, indexes: indexTones(tones, palette) });
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

/** Typed arrays: an object for each of some seven thousand colours takes four times as long. */
interface Tones {
  seen: number[];
  pixels: Uint32Array;
  /** The colour of each tone's longest run: the ink itself, not an edge of it. */
  colours: Uint32Array;
}

function toneOf(colour: number): number {
  return ((colour >>> 2) & 0x3f) | ((colour >>> 4) & 0xfc0) | ((colour >>> 6) & 0x3f000) | ((colour >>> 30) << 18);
}

function countTones(pixels: Uint32Array): Tones {
  const tones: Tones = { seen: [], pixels: new Uint32Array(TONES), colours: new Uint32Array(TONES) };
  const longest = new Uint32Array(TONES);
  let start = 0;
  for (let at = 1; at <= pixels.length; at += 1) {
    if (at < pixels.length && pixels[at] === pixels[start]) continue;
    const colour = pixels[start]!;
    const tone = toneOf(colour);
    const run = at - start;
    if (tones.pixels[tone] === 0) tones.seen.push(tone);
    if (run > longest[tone]!) {
      longest[tone] = run;
      tones.colours[tone] = colour;
    }
    tones.pixels[tone]! += run;
    start = at;
  }
  return tones;
}

function choosePalette({ seen, pixels, colours }: Tones): number[] {
  const byCount = seen.toSorted((one, other) => pixels[other]! - pixels[one]!);
  const groups = new Map<number, { colour: number; count: number }>();
  for (const tone of byCount.slice(INKS)) {
    const colour = colours[tone]!;
    const likeness = colour & 0xc0f0f0f0;
    const group = groups.get(likeness);
    if (group) group.count += pixels[tone]!;
    else groups.set(likeness, { colour, count: pixels[tone]! });
  }
  const likes = [...groups.values()].toSorted((one, other) => other.count - one.count).slice(0, COLOURS - INKS);
  return [...byCount.slice(0, INKS).map((tone) => colours[tone]!), ...likes.map(({ colour }) => colour)];
}

function indexTones({ seen, colours }: Tones, palette: readonly number[]): Uint8Array {
  const candidates = palette.flatMap(channels);
  const indexes = new Uint8Array(TONES);
  for (const tone of seen) indexes[tone] = nearest(colours[tone]!, candidates);
  return indexes;
}

function nearest(colour: number, candidates: readonly number[]): number {
  const [red, green, blue, alpha] = channels(colour);
  let best = 0;
  let smallest = Infinity;
  // Runs half a million times for each picture: no iterators.
  for (let at = 0; at < candidates.length; at += 4) {
    const distance = (candidates[at]! - red) ** 2 + (candidates[at + 1]! - green) ** 2 + (candidates[at + 2]! - blue) ** 2 + (candidates[at + 3]! - alpha) ** 2;
    if (distance < smallest) {
      smallest = distance;
      best = at;
    }
  }
  return best / 4;
}

/** Filter byte 0 before each row: flat inks compress best unfiltered. */
function indexRows(pixels: Uint32Array, image: { width: number; height: number; indexes: Uint8Array }): Buffer {
  const { width, height, indexes } = image;
  const rows = Buffer.alloc(height * (width + 1));
  let colour = pixels[0]!;
  let index = indexes[toneOf(colour)]!;
  for (let y = 0; y < height; y += 1) {
    const row = y * (width + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      const here = pixels[y * width + x]!;
      if (here !== colour) {
        colour = here;
        index = indexes[toneOf(here)]!;
      }
      rows[row + x] = index;
    }
  }
  return rows;
}

/** Little-endian: red is the lowest byte. */
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

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

import type { TicketAssets } from './draw-ticket.ts';

/** Families of one file each: a second file under the same name would hide the first. Latin Extended covers names from elsewhere. */
const FACES = [
  { family: 'Comboi Display', file: '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2' },
  { family: 'Comboi Display Ext', file: '@fontsource-variable/fraunces/files/fraunces-latin-ext-full-normal.woff2' },
  { family: 'Comboi Text', file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2' },
  { family: 'Comboi Text Ext', file: '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2' },
] as const;

/** The whole file: the numbered subsets of the package draw blank. Under our own name no font of the machine can hide it. */
const EMOJI = { family: 'Comboi Emoji', file: '@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff' } as const;

export const SERVER_FONTS: TicketAssets = {
  displayFont: '"Comboi Display", "Comboi Display Ext", "Comboi Emoji", serif',
  textFont: '"Comboi Text", "Comboi Text Ext", "Comboi Emoji", sans-serif',
};

/** The part of the canvas library's font list that is needed here. */
export interface FontList {
  register(font: Buffer<ArrayBuffer>, family: string): unknown;
  registerFromPath(path: string, family: string): unknown;
}

/** Registers the typefaces of the ticket once per process. Throws when a file can't be read. */
export async function registerTicketFonts(fonts: FontList): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  for (const face of FACES) {
    if (!fonts.registerFromPath(resolve(face.file), face.family)) throw new Error(`font not readable: ${face.file}`);
  }
  const emoji = await unpackWoff(await readFile(resolve(EMOJI.file)), ['SVG ']);
  if (!fonts.register(emoji, EMOJI.family)) throw new Error(`font not readable: ${EMOJI.file}`);
}

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const inflateTable = promisify(inflate);

/**
 * A WOFF 1 file as plain OpenType without the given tables. The emoji font carries every drawing twice, and the
 * SVG half, which the canvas never uses, would cost 40 MB of memory for each weight of text that meets an emoji.
 */
async function unpackWoff(woff: Buffer, without: readonly string[]): Promise<Buffer<ArrayBuffer>> {
  const entries = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => woff.subarray(WOFF_HEADER + index * WOFF_ENTRY));
  const kept = entries.filter((entry) => !without.includes(entry.toString('latin1', 0, 4)));
  const directory = Buffer.alloc(SFNT_HEADER + kept.length * SFNT_ENTRY);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(kept.length, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, entry] of kept.entries()) {
    const packed = woff.subarray(entry.readUInt32BE(4), entry.readUInt32BE(4) + entry.readUInt32BE(8));
    const length = entry.readUInt32BE(12);
    const table = packed.length < length ? await inflateTable(packed) : packed;
    const at = SFNT_HEADER + index * SFNT_ENTRY;
    entry.copy(directory, at, 0, 4);
    entry.copy(directory, at + 4, 16, 20);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(length, at + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}

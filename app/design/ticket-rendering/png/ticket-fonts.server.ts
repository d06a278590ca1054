import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

import type { TicketAssets } from '../drawing/draw-ticket.ts';

/** One file for each family: a second one under the same name would hide the first. */
const FACES = [
  { family: 'Comboi Display', file: '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2' },
  { family: 'Comboi Display Ext', file: '@fontsource-variable/fraunces/files/fraunces-latin-ext-full-normal.woff2' },
  { family: 'Comboi Text', file: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2' },
  { family: 'Comboi Text Ext', file: '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2' },
] as const;

/** The package's numbered subsets draw blank. Under our own name no font of the machine can hide it. */
const EMOJI = { family: 'Comboi Emoji', file: '@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff' } as const;

export const SERVER_FONTS: TicketAssets = {
  displayFont: '"Comboi Display", "Comboi Display Ext", "Comboi Emoji", serif',
  textFont: '"Comboi Text", "Comboi Text Ext", "Comboi Emoji", sans-serif',
  emojiFont: '"Comboi Emoji", "Comboi Text", sans-serif',
};

let library: Promise<typeof import('@napi-rs/canvas')> | null = null;

/** Takes about 45 MB, so it is loaded with the first picture. */
export function openCanvasLibrary(): Promise<typeof import('@napi-rs/canvas')> {
  library ??= import('@napi-rs/canvas')
    .then(async (canvas) => {
      await registerTicketFonts(canvas.GlobalFonts);
      return canvas;
    })
    .catch((error: unknown) => {
      library = null;
      throw error;
    });
  return library;
}

export interface FontList {
  register(font: Buffer<ArrayBuffer>, family: string): unknown;
  registerFromPath(path: string, family: string): unknown;
}

export async function registerTicketFonts(fonts: FontList): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  for (const face of FACES) {
    if (!fonts.registerFromPath(resolve(face.file), face.family)) throw new Error(`font not readable: ${face.file}`);
  }
  const emoji = await unpackWoff(resolve(EMOJI.file), ['SVG ']);
  if (!fonts.register(emoji, EMOJI.family)) throw new Error(`font not readable: ${EMOJI.file}`);
}

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;
const inflateTable = promisify(inflate);

interface Table {
  tag: Buffer;
  checksum: Buffer;
  offset: number;
  packedLength: number;
  length: number;
}

/** A WOFF 1 file as OpenType without the given tables: the emoji font's SVG half, which canvas never uses, would cost 40 MB for each text weight. */
export async function unpackWoff(path: string, without: readonly string[]): Promise<Buffer<ArrayBuffer>> {
  const woff = await open(path);
  try {
    const header = await readAt(woff, 0, WOFF_HEADER);
    const entries = await readAt(woff, WOFF_HEADER, header.readUInt16BE(12) * WOFF_ENTRY);
    const tables = readDirectory(entries).filter((table) => !without.includes(table.tag.toString('latin1')));
    const start = SFNT_HEADER + tables.length * SFNT_ENTRY;
    const font = Buffer.alloc(tables.reduce((size, table) => size + padded(table.length), start));
    header.copy(font, 0, 4, 8);
    font.writeUInt16BE(tables.length, 4);
    let offset = start;
    for (const [index, table] of tables.entries()) {
      const at = SFNT_HEADER + index * SFNT_ENTRY;
      table.tag.copy(font, at);
      table.checksum.copy(font, at + 4);
      font.writeUInt32BE(offset, at + 8);
      font.writeUInt32BE(table.length, at + 12);
      const packed = await readAt(woff, table.offset, table.packedLength);
      font.set(table.packedLength < table.length ? await inflateTable(packed) : packed, offset);
      offset += padded(table.length);
    }
    return font;
  } finally {
    await woff.close();
  }
}

function readDirectory(entries: Buffer): Table[] {
  return Array.from({ length: entries.length / WOFF_ENTRY }, (_, index) => {
    const entry = entries.subarray(index * WOFF_ENTRY);
    return {
      tag: entry.subarray(0, 4),
      offset: entry.readUInt32BE(4),
      packedLength: entry.readUInt32BE(8),
      length: entry.readUInt32BE(12),
      checksum: entry.subarray(16, 20),
    };
  });
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.alloc(length);
  await file.read(buffer, 0, length, position);
  return buffer;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

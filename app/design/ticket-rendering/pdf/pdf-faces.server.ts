import { createRequire } from 'node:module';

import { keysOf } from '#app/domain/record.ts';

import { unpackWoff } from '../png/ticket-fonts.server.ts';
import type { Pdf } from './pdf-ornaments.server.ts';

const FACES = {
  display: '@fontsource/fraunces/files/fraunces-latin-800-normal.woff',
  text: '@fontsource/figtree/files/figtree-latin-500-normal.woff',
  strong: '@fontsource/figtree/files/figtree-latin-700-normal.woff',
} as const;

export type PdfFace = keyof typeof FACES;

/** Unpacked once: the library would take a tenth of a second for each document. */
let faces: Promise<[PdfFace, Buffer][]> | null = null;

export async function registerFaces(doc: Pdf): Promise<void> {
  faces ??= openFaces().catch((error: unknown) => {
    faces = null;
    throw error;
  });
  for (const [name, font] of await faces) doc.registerFont(name, font);
}

function openFaces(): Promise<[PdfFace, Buffer][]> {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(keysOf(FACES).map(async (face): Promise<[PdfFace, Buffer]> => [face, await unpackWoff(resolve(FACES[face]), [])]));
}

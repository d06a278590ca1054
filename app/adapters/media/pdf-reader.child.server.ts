import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { answer, limitOwnMemory, readInput } from './child-process.server.ts';
import { MAX_READ_PAGES, type PdfAnswer } from './pdf-reader.server.ts';

/* A program of its own. Scripts, forms and links of the document are not looked at. */

/** Pixels. */
const COVER = { cover: [900, 1350], thumb: [300, 450], preview: [1200, 1200] } as const;
const QUALITY = 80;
const MAX_IMAGE_PIXELS = 40_000_000;
const MAX_PAGE_TEXT = 50_000;
/** Of all pages together: whoever asked keeps it in memory. */
const MAX_TEXT = 4_000_000;
const CARRIED_OVER = /(?<=\p{L})-\n(?=\p{Ll})/gu;

limitOwnMemory();
await read(await readInput());
process.disconnect();

async function read(data: Uint8Array): Promise<void> {
  const document = await open(data);
  if ('refused' in document) return tell(document);
  await tell({ pageCount: document.numPages });
  await tellCover(document);
  let left = MAX_TEXT;
  for (let number = 1; number <= Math.min(document.numPages, MAX_READ_PAGES); number += 1) {
    const page = await document.getPage(number);
    const text = (await textOf(page)).slice(0, left);
    left -= text.length;
    await tell({ text });
    page.cleanup();
  }
}

async function open(data: Uint8Array): Promise<PDFDocumentProxy | Extract<PdfAnswer, { refused: string }>> {
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const folder = (name: string): string => join(home, name) + sep;
  try {
    return await getDocument({
      data,
      cMapUrl: folder('cmaps'),
      standardFontDataUrl: folder('standard_fonts'),
      wasmUrl: folder('wasm'),
      iccUrl: folder('iccs'),
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      verbosity: 0,
    }).promise;
  } catch (error) {
    return { refused: error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'unreadable' };
  }
}

/** A document whose first page can't be drawn may still be read. */
async function tellCover(document: PDFDocumentProxy): Promise<void> {
  try {
    const page = await document.getPage(1);
    await tellDrawn(page, 'cover');
    await tellDrawn(page, 'thumb');
    await tellDrawn(page, 'preview');
    page.cleanup();
  } catch {
  }
}

async function tellDrawn(page: PDFPageProxy, variant: keyof typeof COVER): Promise<void> {
  const original = page.getViewport({ scale: 1 });
  const [maxWidth, maxHeight] = COVER[variant];
  const viewport = page.getViewport({ scale: Math.min(maxWidth / original.width, maxHeight / original.height) });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: '#fff' }).promise;
  const { width, height } = canvas;
  const bytes = new Uint8Array(await (variant === 'preview' ? canvas.encode('jpeg', QUALITY) : canvas.encode('webp', QUALITY)));
  await tell({ cover: { variant, mediaType: variant === 'preview' ? 'image/jpeg' : 'image/webp', width, height, bytes } });
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  return text.replaceAll(CARRIED_OVER, '').replaceAll('\0', '').slice(0, MAX_PAGE_TEXT).trim();
}

function tell(message: PdfAnswer): Promise<void> {
  return answer(message);
}

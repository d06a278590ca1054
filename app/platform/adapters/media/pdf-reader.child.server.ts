import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { answer, limitOwnMemory, readInput } from './child-process.server.ts';
import { MAX_READ_PAGES, type PdfAnswer, type PdfImage } from './pdf-reader.server.ts';

/* A program of its own. Scripts, forms and links of the document are not looked at. */

const COVER = { cover: [900, 1350], thumb: [300, 450], preview: [1200, 1200] } as const;
const PAGE = [900, 1800] as const;
/** Tried one after the other until an image is light enough for a slow line. */
const QUALITIES = [80, 65, 50, 35];
const LIGHT_BYTES = 120_000;
const MAX_IMAGE_PIXELS = 40_000_000;
const MAX_PAGE_TEXT = 50_000;
const MAX_TEXT = 4_000_000;
const CARRIED_OVER = /(?<=\p{L})-\n(?=\p{Ll})/gu;

limitOwnMemory();
const [task, first, last] = process.argv.slice(3);
const opened = await open(await readInput());
if ('refused' in opened) await report(opened);
else if (task === 'draw') await draw(opened, { first: Number(first), last: Number(last) });
else await read(opened);
process.disconnect();

async function read(document: PDFDocumentProxy): Promise<void> {
  await report({ pageCount: document.numPages });
  await reportCover(document);
  let left = MAX_TEXT;
  for (let number = 1; number <= Math.min(document.numPages, MAX_READ_PAGES); number += 1) {
    const page = await document.getPage(number);
    const text = (await textOf(page)).slice(0, left);
    left -= text.length;
    await report({ text });
    page.cleanup();
  }
}

async function draw(document: PDFDocumentProxy, pages: { first: number; last: number }): Promise<void> {
  for (let number = pages.first; number <= Math.min(document.numPages, pages.last); number += 1) {
    await report({ tried: number, image: await drawnOrNull(document, number) });
  }
}

async function drawnOrNull(document: PDFDocumentProxy, number: number): Promise<PdfImage | null> {
  try {
    const page = await document.getPage(number);
    const image = await drawn(page, { within: PAGE, as: 'webp' });
    page.cleanup();
    return image;
  } catch {
    return null;
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
async function reportCover(document: PDFDocumentProxy): Promise<void> {
  try {
    const page = await document.getPage(1);
    await reportDrawn(page, 'cover');
    await reportDrawn(page, 'thumb');
    await reportDrawn(page, 'preview');
    page.cleanup();
  } catch {
  }
}

async function reportDrawn(page: PDFPageProxy, variant: keyof typeof COVER): Promise<void> {
  await report({ cover: { variant, ...(await drawn(page, { within: COVER[variant], as: variant === 'preview' ? 'jpeg' : 'webp' })) } });
}

async function drawn(page: PDFPageProxy, { within: [maxWidth, maxHeight], as }: { within: readonly [number, number]; as: 'webp' | 'jpeg' }): Promise<PdfImage> {
  const original = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(maxWidth / original.width, maxHeight / original.height) });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: '#fff' }).promise;
  const { width, height } = canvas;
  let bytes = new Uint8Array();
  for (const quality of QUALITIES) {
    bytes = new Uint8Array(await (as === 'jpeg' ? canvas.encode('jpeg', quality) : canvas.encode('webp', quality)));
    if (bytes.byteLength <= LIGHT_BYTES) break;
  }
  return { mediaType: `image/${as}`, width, height, bytes };
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  return text.replaceAll(CARRIED_OVER, '').replaceAll('\0', '').slice(0, MAX_PAGE_TEXT).trim();
}

function report(message: PdfAnswer): Promise<void> {
  return answer(message);
}

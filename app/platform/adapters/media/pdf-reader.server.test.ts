import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';

import PdfKit from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';


import { endChild, runningChild } from '#tests/support/process/end-child.ts';

import { silentLogger } from '../log.server.ts';
import { createPdfReader, type PdfContent } from './pdf-reader.server.ts';

const reader = createPdfReader({ log: silentLogger });

async function contentOf(pdf: Uint8Array): Promise<PdfContent> {
  const outcome = await reader.read(pdf);
  if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`);
  return outcome.read;
}

/** A booklet, each page drawn by one of the functions. */
async function aPdf(pages: readonly ((pdf: PDFKit.PDFDocument) => unknown)[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const pdf = new PdfKit({ size: 'A4', autoFirstPage: false, ...options });
  for (const draw of pages) {
    pdf.addPage();
    draw(pdf);
  }
  pdf.end();
  return buffer(pdf);
}

/** Written by hand: one page whose content is the given stream, in the given dictionary. */
function aRawPdf({ content, dictionary = '', page = '', mediaBox = '0 0 300 300' }: { content: Uint8Array; dictionary?: string; page?: string; mediaBox?: string }): Buffer {
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[${mediaBox}]/Contents 4 0 R/Resources<<>>${page}>>endobj\n4 0 obj<</Length ${content.byteLength}${dictionary}>>stream\n`,
    ),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
}

describe('a booklet', () => {
  test('is its pages in order, each with its text', async () => {
    const pdf = await aPdf([
      (page) => page.text("La cavalcada del Ninot i l'exposició"),
      (page) => page.text('Fallera Major: Neus Anglés i Col·lado, «Xàtiva» 1962 – €'),
      () => {},
    ]);
    const { pageCount, pages } = await contentOf(pdf);
    expect(pageCount).toBe(3);
    expect(pages).toEqual(["La cavalcada del Ninot i l'exposició", 'Fallera Major: Neus Anglés i Col·lado, «Xàtiva» 1962 – €', '']);
  });

  test('has the words whole that a line carried over', async () => {
    const pdf = await aPdf([(page) => page.text('la comis-').text('sió de la falla, Vila-').text('Real')]);
    expect((await contentOf(pdf)).pages[0]).toBe('la comissió de la falla, Vila-\nReal');
  });

  test('has a cover for pages and one for previews, of its first page', async () => {
    const pdf = await aPdf([(page) => page.rect(0, 0, 600, 900).fill('#00f'), (page) => page.rect(0, 0, 600, 900).fill('#f00')]);
    const { cover } = await contentOf(pdf);
    expect(cover.map(({ variant, mediaType, width, height }) => [variant, mediaType, width, height])).toEqual([
      ['cover', 'image/webp', 900, 1273],
      ['thumb', 'image/webp', 300, 424],
      ['preview', 'image/jpeg', 848, 1200],
    ]);
    for (const { bytes } of cover) {
      const [red, , blue] = await sharp(bytes).extract({ left: 100, top: 100, width: 1, height: 1 }).raw().toBuffer();
      expect([red! < 40, blue! > 200]).toEqual([true, true]);
    }
  });

  test('that was scanned has pages without text, and a cover', async () => {
    const scan = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } } }).jpeg().toBuffer();
    const { pages, cover } = await contentOf(await aPdf([(page) => page.image(scan, 0, 0), (page) => page.image(scan, 0, 0)]));
    expect(pages).toEqual(['', '']);
    expect(cover).toHaveLength(3);
  });

  test('of a hundred pages is read to its last one', async () => {
    const { pageCount, pages } = await contentOf(await aPdf(Array.from({ length: 100 }, (_, index) => (page) => page.text(`pàgina número ${index + 1}`))));
    expect(pageCount).toBe(100);
    expect(pages.at(-1)).toBe('pàgina número 100');
  });

  test('with scripts and links is read, and nothing of it is done', async () => {
    const content = Buffer.from('q Q');
    const page = '/AA<</O<</S/JavaScript/JS(while(true){})>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(/bin/sh)>>>>]';
    expect(await contentOf(aRawPdf({ content, page }))).toMatchObject({ pageCount: 1, pages: [''] });
  });

  test('as wide as a street has a cover of the usual size', async () => {
    const content = Buffer.from('0 0 1 rg 0 0 14400 20 re f');
    const { cover } = await contentOf(aRawPdf({ content, mediaBox: '0 0 14400 20' }));
    expect(cover.map(({ width, height }) => [width, height])).toEqual([
      [900, 1],
      [300, 1],
      [1200, 2],
    ]);
  });
});

describe('the pages of a booklet', () => {
  const never = new AbortController().signal;
  const noise = sharp({ create: { width: 1200, height: 1697, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } } }).jpeg({ quality: 90 }).toBuffer();

  test('are drawn for a phone, as many as are asked for, and light enough for a slow line', async () => {
    const scan = await noise;
    const pdf = await aPdf([() => {}, (page) => page.image(scan, 0, 0, { width: 595 }), (page) => page.rect(0, 0, 600, 900).fill('#f00'), (page) => page.text('no')]);
    const outcome = await reader.draw(pdf, { first: 2, last: 3, ending: never });
    if ('refused' in outcome) throw new Error(outcome.refused);
    expect([outcome.reached, outcome.drawn.map(({ page, mediaType, width, height }) => [page, mediaType, width, height])]).toEqual([3, [[2, 'image/webp', 900, 1273], [3, 'image/webp', 900, 1273]]]);
    expect(outcome.drawn[0]!.bytes.byteLength).toBeLessThan(scan.byteLength / 4);
    const [red] = await sharp(outcome.drawn[1]!.bytes).extract({ left: 100, top: 100, width: 1, height: 1 }).raw().toBuffer();
    expect(red).toBeGreaterThan(200);
  });

  test('are not waited for by a server that ends', async () => {
    const ending = new AbortController();
    const drawing = reader.draw(new PassThrough(), { first: 1, last: 40, ending: ending.signal });
    await runningChild('pdf-reader.child');
    ending.abort();
    expect(await drawing).toEqual({ refused: 'ended' });
    expect(await reader.draw(await aPdf([(page) => page.text('hola')]), { first: 1, last: 1, ending: ending.signal })).toEqual({ refused: 'ended' });
  });

  test('that kill their drawer are given up one by one, and what is no PDF has none', async () => {
    const once = deflateSync(Buffer.alloc(256 * 1024 * 1024, '0 0 1 rg 0 0 9 9 re f\n'), { level: 9 });
    const bomb = aRawPdf({ content: deflateSync(once), dictionary: '/Filter[/FlateDecode/FlateDecode]' });
    const strict = createPdfReader({ log: silentLogger, limits: { timeMs: 60_000, heapMb: 96, memoryMb: 200 } });
    expect(await strict.draw(bomb, { first: 1, last: 20, ending: never })).toEqual({ drawn: [], reached: 1 });
    expect(await reader.draw(randomBytes(20_000), { first: 2, last: 20, ending: never })).toEqual({ drawn: [], reached: 20 });
  });
});

describe('no booklet is', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['noise', randomBytes(20_000)],
    ['noise behind a header', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20_000)])],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ])('%s', async (_name, bytes) => {
    expect(await reader.read(bytes)).toEqual({ refused: 'unreadable' });
  });

  test('one that is locked with a password', async () => {
    const pdf = await aPdf([(page) => page.text('secret')], { userPassword: 'falla', pdfVersion: '1.7ext3' });
    expect(await reader.read(pdf)).toEqual({ refused: 'locked' });
  });

  test('a bomb: a quarter of a gigabyte of drawing in a file of some kilobytes', async () => {
    const once = deflateSync(Buffer.alloc(256 * 1024 * 1024, '0 0 1 rg 0 0 9 9 re f\n'), { level: 9 });
    const bomb = aRawPdf({ content: deflateSync(once), dictionary: '/Filter[/FlateDecode/FlateDecode]' });
    expect(bomb.length).toBeLessThan(20_000);
    const strict = createPdfReader({ log: silentLogger, limits: { timeMs: 60_000, heapMb: 96, memoryMb: 200 } });
    const before = process.memoryUsage.rss();
    expect(await strict.read(bomb)).toEqual({ refused: 'unreadable' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('one that takes too long; the next one is read all the same', async () => {
    const hasty = createPdfReader({ log: silentLogger, limits: { timeMs: 30, heapMb: 384, memoryMb: 768 } });
    expect(await hasty.read(new PassThrough())).toEqual({ refused: 'interrupted' });
    expect((await contentOf(await aPdf([(page) => page.text('hola')]))).pages).toEqual(['hola']);
  });

  test('one whose reader was ended from outside, which says nothing of it', async () => {
    const reading = reader.read(new PassThrough());
    await endChild('pdf-reader.child');
    expect(await reading).toEqual({ refused: 'interrupted' });
    const drawing = reader.draw(new PassThrough(), { first: 1, last: 2, ending: new AbortController().signal });
    await endChild('pdf-reader.child');
    expect(await drawing).toEqual({ refused: 'busy' });
  });

  test('half of one, read as if it were whole', async () => {
    const pdf = await aPdf(Array.from({ length: 20 }, (_, index) => (page) => page.text(`pàgina ${index}`)));
    const outcome = await reader.read(pdf.subarray(0, pdf.length / 2));
    expect('refused' in outcome || outcome.read.pageCount < 20).toBe(true);
  });
});

import { buffer } from 'node:stream/consumers';

import PdfKit from 'pdfkit';
import sharp from 'sharp';

import { ofProcess } from '../process/remembered/of-process.ts';

const pictures = ofProcess('pictures of tests', () => new Map<string, Promise<Buffer>>());

/** A picture that compresses badly, as photos do; always the same of a size. */
export async function aPicture({ width = 500, height = 400 } = {}): Promise<Uint8Array> {
  const size = `${width} ${height}`;
  const picture = pictures.get(size) ?? sharp({ create: { width, height, channels: 3, background: '#c33', noise: { type: 'gaussian', mean: 128, sigma: 20 } } }).jpeg().toBuffer();
  pictures.set(size, picture);
  return new Uint8Array(await picture);
}

/** Looks like a PDF from its header; of any length. */
export function aPdfOf(bytes: number): Uint8Array {
  const pdf = new Uint8Array(bytes).fill(32);
  pdf.set(new TextEncoder().encode('%PDF-1.7\n'));
  return pdf;
}

/** A real PDF, one line on each page. */
export async function aTextPdf(lines: readonly string[]): Promise<Uint8Array> {
  const pdf = new PdfKit({ size: 'A5', autoFirstPage: false });
  for (const line of lines) pdf.addPage().text(line);
  pdf.end();
  return new Uint8Array(await buffer(pdf));
}

import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';

import { paintCrest, paintTileBand, type Pdf } from '#app/design/ticket-rendering/pdf/pdf-ornaments.server.ts';
import { ASSOCIATION } from '#app/domain/association.ts';
import { unpackWoff } from '#app/design/ticket-rendering/png/ticket-fonts.server.ts';

import type { CastBooklet, CastPage } from './cast-booklets.ts';

const PAGE = { width: 419.53, height: 595.28 };
const MARGIN = 48;
const INK = '#2a1720';
const PAPER = '#fff8ec';
const FLAME = 'M50 0c14 26 44 40 44 82a44 44 0 0 1-88 0c0-22 13-30 18-49 11 7 15 16 16 27 11-14 15-32 10-60Z';
const FACES = {
  display: '@fontsource/fraunces/files/fraunces-latin-800-normal.woff',
  text: '@fontsource/figtree/files/figtree-latin-500-normal.woff',
} as const;

export async function bookletPdf({ motto, colors, pages }: CastBooklet, { year, madeAt }: { year: number; madeAt: Date }): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const { resolve } = createRequire(import.meta.url);
  const doc = new PDFDocument({ autoFirstPage: false, size: [PAGE.width, PAGE.height], margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 }, pdfVersion: '1.7', lang: 'ca', info: { Title: `Llibret ${year}`, Author: ASSOCIATION.name, CreationDate: madeAt, ModDate: madeAt } });
  for (const [face, path] of Object.entries(FACES)) doc.registerFont(face, await unpackWoff(resolve(path), []));
  const whole = buffer(doc);
  paintCover(doc, { motto, colors, year });
  for (const [index, page] of pages.entries()) paintPage(doc, page, { number: index + 2, colors });
  doc.end();
  return new Uint8Array(await whole);
}

function paintCover(doc: Pdf, { motto, colors, year }: Pick<CastBooklet, 'motto' | 'colors'> & { year: number }): void {
  const { width, height } = PAGE;
  doc.addPage();
  doc.rect(0, 0, width, height).fill(colors.night);
  for (const [radius, opacity] of [[330, 0.35], [235, 0.5], [150, 0.8]] as const) doc.fillOpacity(opacity).circle(width / 2, height * 0.5, radius).fill(colors.glow);
  doc.fillOpacity(1);
  doc.save().translate(width / 2 - 100, height * 0.255).scale(2).path(FLAME).fill(colors.flame).restore();
  doc.save().translate(width / 2 - 52, height * 0.365).scale(1.04).path(FLAME).fill(colors.glow).restore();
  paintCrest(doc, { x: width / 2 - 24, y: 40, height: 56 });
  doc.fillColor('#fff2e2').font('text').fontSize(15).text(ASSOCIATION.name.toUpperCase(), 0, 108, { width, align: 'center', characterSpacing: 2 });
  doc.font('display').fontSize(26).text(motto, MARGIN, height - 168, { width: width - 2 * MARGIN, align: 'center' });
  doc.font('display').fontSize(54).text(String(year), 0, height - 98, { width, align: 'center' });
  paintTileBand(doc, { y: height - 14, width, tile: 14 });
}

function paintPage(doc: Pdf, { title, paragraphs }: CastPage, { number, colors }: Pick<CastBooklet, 'colors'> & { number: number }): void {
  const { width, height } = PAGE;
  doc.addPage();
  doc.rect(0, 0, width, height).fill(PAPER);
  doc.rect(0, 0, width, 10).fill(colors.glow);
  doc.fillColor(colors.glow).font('display').fontSize(25).text(title, MARGIN, 62, { width: width - 2 * MARGIN });
  doc.moveDown(0.7);
  for (const paragraph of paragraphs) {
    doc.fillColor(INK).font('text').fontSize(12.5).text(paragraph, { lineGap: 4.5, width: width - 2 * MARGIN });
    doc.moveDown(0.8);
  }
  doc.save().translate(width / 2 - 9, height - 78).scale(0.18).path(FLAME).fill(colors.flame).restore();
  doc.fillColor(INK).font('text').fontSize(9).text(String(number), 0, height - 44, { width, align: 'center', height: 12, lineBreak: false });
}

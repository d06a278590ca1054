import { buffer } from 'node:stream/consumers';

import { formatEuros } from '#app/design/ui/format-money.ts';
import { isMoneyCell, type ReportCell, type ReportTable } from '#app/domain/report/report-table.ts';

import type { TicketIssuer } from '../ticket-issuer.ts';
import { registerFaces } from './pdf-faces.server.ts';
import { type Pdf, paintCrest, paintTileBand, PDF_INK } from './pdf-ornaments.server.ts';
import { latinText } from './pdf-text.ts';

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 } as const;
const MARGIN = 44;
const INNER = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - 52;
const PADDING = 4;
const MOST_OF_FIGURES = 0.78;
const SIZE = 9.5;

export interface ReportPdf {
  title: string;
  lead: string;
  tables: readonly ReportTable[];
  madeAt: Date;
  madeText: string;
  issuer: TicketIssuer;
}

export async function reportPdf({ title, lead, tables, madeAt, madeText, issuer }: ReportPdf): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'ca',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: issuer.name, Creator: 'Comboi', Producer: 'Comboi', CreationDate: madeAt, ModDate: madeAt },
  });
  await registerFaces(doc);
  const whole = buffer(doc);
  doc.addPage();
  let y = paintHead(doc, { title, lead, issuer });
  for (const table of tables) y = paintTable(doc, table, y);
  paintFeet(doc, `${issuer.name} · ${madeText}`);
  doc.end();
  return whole;
}

function paintHead(doc: Pdf, { title, lead, issuer }: Pick<ReportPdf, 'title' | 'lead' | 'issuer'>): number {
  doc.markContent('Artifact', { type: 'Layout' });
  paintTileBand(doc, { y: 0, width: PAGE.width, tile: 16 });
  if (issuer.crest === null) paintCrest(doc, { x: MARGIN, y: 32, height: 40 });
  else doc.image(Buffer.from(issuer.crest), MARGIN, 32, { fit: [36, 40], align: 'center', valign: 'center' });
  doc.endMarkedContent();
  say(doc, 'P', () => doc.font('strong').fontSize(11).fillColor(PDF_INK.ink).text(latinText(issuer.name), MARGIN + 48, 44, { width: INNER - 48, height: 14, ellipsis: '…' }));
  say(doc, 'H1', () => doc.font('display').fontSize(22).fillColor(PDF_INK.ink).text(latinText(title), MARGIN, 86, { width: INNER }));
  say(doc, 'P', () => doc.font('text').fontSize(10.5).fillColor(PDF_INK.inkSoft).text(latinText(lead), MARGIN, doc.y + 2, { width: INNER }));
  return doc.y + 14;
}

function paintTable(doc: Pdf, table: ReportTable, top: number): number {
  const widths = widthsOf(doc, table);
  let y = top + 60 > BOTTOM ? newPage(doc) : top;
  say(doc, 'H2', () => doc.font('display').fontSize(13).fillColor(PDF_INK.ink).text(latinText(table.title), MARGIN, y, { width: INNER }));
  y = doc.y + 3;
  const head = (): void => {
    y = paintRow(doc, table.columns, { y, widths, face: 'strong', color: PDF_INK.inkSoft }) + 1;
    doc.moveTo(MARGIN, y).lineTo(PAGE.width - MARGIN, y).lineWidth(0.8).strokeColor(PDF_INK.inkSoft).stroke();
    y += 2;
  };
  head();
  for (const { cells } of table.rows) {
    if (y + heightOf(doc, cells, widths) > BOTTOM) {
      y = newPage(doc);
      head();
    }
    y = paintRow(doc, cells, { y, widths, face: 'text', color: PDF_INK.ink });
    doc.moveTo(MARGIN, y).lineTo(PAGE.width - MARGIN, y).lineWidth(0.4).strokeColor(PDF_INK.line).stroke();
  }
  if (table.total !== null) {
    if (y + heightOf(doc, table.total, widths) > BOTTOM) y = newPage(doc);
    y = paintRow(doc, table.total, { y: y + 1, widths, face: 'strong', color: PDF_INK.ink });
  }
  const { note } = table;
  if (note !== undefined) {
    say(doc, 'P', () => doc.font('text').fontSize(8.5).fillColor(PDF_INK.inkSoft).text(latinText(note), MARGIN, y + 3, { width: INNER }));
    y = doc.y;
  }
  return y + 18;
}

/** Figures take what they need, the first column the rest. */
function widthsOf(doc: Pdf, { columns, rows, total }: ReportTable): number[] {
  doc.font('strong').fontSize(SIZE);
  const lines = [columns, ...rows.map(({ cells }) => cells), ...(total === null ? [] : [total])];
  const needed = columns.map((_, column) => (column === 0 ? 0 : Math.max(...lines.map((cells) => doc.widthOfString(cellText(cells[column] ?? null)))) + 2 * PADDING));
  const sum = needed.reduce((total_, width) => total_ + width, 0);
  const fit = Math.min(1, (INNER * MOST_OF_FIGURES) / sum);
  return needed.map((width, column) => (column === 0 ? INNER - sum * fit : width * fit));
}

function heightOf(doc: Pdf, cells: readonly ReportCell[], widths: readonly number[]): number {
  doc.font('strong').fontSize(SIZE);
  return Math.max(...cells.map((cell, column) => doc.heightOfString(cellText(cell) || ' ', { width: (widths[column] ?? 0) - 2 * PADDING }))) + 2 * PADDING;
}

function paintRow(doc: Pdf, cells: readonly ReportCell[], style: { y: number; widths: readonly number[]; face: 'text' | 'strong'; color: string }): number {
  const { y, widths, face, color } = style;
  const height = heightOf(doc, cells, widths);
  let x = MARGIN;
  say(doc, 'P', () => {
    for (const [column, cell] of cells.entries()) {
      const width = widths[column] ?? 0;
      doc.font(column === 0 && face === 'text' ? 'text' : face).fontSize(SIZE).fillColor(color);
      doc.text(cellText(cell), x + (column === 0 ? 0 : PADDING), y + PADDING, { width: width - 2 * PADDING, align: column === 0 ? 'left' : 'right' });
      x += width;
    }
  });
  return y + height;
}

function cellText(cell: ReportCell): string {
  if (cell === null) return '';
  return latinText(isMoneyCell(cell) ? formatEuros(cell.cents) : String(cell));
}

function newPage(doc: Pdf): number {
  doc.addPage();
  return MARGIN;
}

function paintFeet(doc: Pdf, text: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font('text').fontSize(8).fillColor(PDF_INK.inkSoft);
    doc.text(latinText(text), MARGIN, PAGE.height - 32, { width: INNER - 60, height: 10, ellipsis: '…' });
    doc.text(`${page - start + 1} / ${count}`, PAGE.width - MARGIN - 60, PAGE.height - 32, { width: 60, align: 'right' });
    doc.endMarkedContent();
  }
}

function say(doc: Pdf, tag: string, paint: () => void): void {
  doc.addStructure(doc.struct(tag, {}, paint));
}

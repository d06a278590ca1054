import { buffer } from 'node:stream/consumers';

import { contentText, saysContent } from '#app/domain/food/allergens.ts';
import { TICKET_HEADINGS } from '#app/domain/people/roles.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';

import { type MeasuredRow, placeRows, type RowPlace } from '../menu-columns.ts';
import { QR_MODULES, QR_QUIET_ZONE, qrMatrix } from '../qr/qr-matrix.ts';
import type { PrintableTicket, SoldChoice } from '../printable-ticket.ts';
import type { TicketIssuer } from '../ticket-issuer.ts';
import { emojiPng } from '../png/ticket-png.server.ts';
import { type Pdf, paintCrest, paintPaper, paintTileBand, PDF_INK } from './pdf-ornaments.server.ts';
import { type PdfFace, registerFaces } from './pdf-faces.server.ts';
import { latinText } from './pdf-text.ts';

/** A5 in points: readable on a phone, and it prints to the edge of A4. */
const PAGE = { width: 419.53, height: 595.28 } as const;
const MARGIN = 30;
const INNER = PAGE.width - 2 * MARGIN;
const TEAR = 392;
const QR_SIDE = 158;

export interface TicketsPdf {
  title: string;
  tickets: readonly PrintableTicket[];
  madeAt: Date;
  issuer: TicketIssuer;
}

export async function ticketsPdf({ title, tickets, madeAt, issuer }: TicketsPdf): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    autoFirstPage: false,
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'ca',
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: issuer.name, Creator: 'Comboi', Producer: 'Comboi', CreationDate: madeAt, ModDate: madeAt },
  });
  await registerFaces(doc);
  const images = new Map<string, PDFKit.Mixins.ImageSrc>();
  for (const { eventImage } of tickets) {
    if (!images.has(eventImage)) images.set(eventImage, openImage(doc, await emojiPng(eventImage)));
  }
  const crest = issuer.crest === null ? null : openImage(doc, issuer.crest);
  const whole = buffer(doc);
  for (const [index, ticket] of tickets.entries()) {
    doc.addPage();
    paintTicket(doc, ticket, { emoji: images.get(ticket.eventImage)!, issuer, crest, place: tickets.length === 1 ? null : `Tiquet ${index + 1} de ${tickets.length}` });
  }
  doc.end();
  return whole;
}

/** Missing in the library's types. */
function openImage(doc: Pdf, png: Uint8Array): PDFKit.Mixins.ImageSrc {
  return (doc as Pdf & { openImage(source: Buffer): PDFKit.Mixins.ImageSrc }).openImage(Buffer.from(png));
}

interface PageFacts {
  emoji: PDFKit.Mixins.ImageSrc;
  issuer: Pick<TicketIssuer, 'name' | 'tagline'>;
  crest: PDFKit.Mixins.ImageSrc | null;
  place: string | null;
}

function paintTicket(doc: Pdf, ticket: PrintableTicket, { emoji, place, issuer, crest }: PageFacts): void {
  const title = fitted(doc, ticket.eventTitle || 'Esdeveniment', { face: 'display', width: INNER - 78, height: 84, sizes: [30, 27, 24, 21, 18, 15, 12] });
  const choices = menuText(ticket);
  // Whole points, since a blurred edge would show the shapes below.
  const night = choices.length === 0 ? TEAR : Math.round(96 + Math.max(title.height, 60) + 112);
  doc.markContent('Artifact', { type: 'Layout' });
  paintPaper(doc, { ...PAGE, night, tear: TEAR });
  paintTileBand(doc, { y: 0, width: PAGE.width, tile: 19 });
  if (crest === null) paintCrest(doc, { x: MARGIN, y: 34, height: 44 });
  else doc.image(crest, MARGIN, 34, { fit: [38, 44], align: 'center', valign: 'center' });
  doc.roundedRect(MARGIN, 96, 60, 60, 14).fillOpacity(0.12).fill(PDF_INK.paper).fillOpacity(1);
  doc.image(emoji, MARGIN + 9, 105, { width: 42 });
  doc.endMarkedContent();

  const section = doc.struct('Sect', { title: ticket.ticketNumber });
  doc.addStructure(section);
  const say = (tag: string, paint: () => void): void => {
    section.add(doc.struct(tag, {}, paint));
  };

  say('P', () => {
    line(doc, issuer.name, { face: 'display', size: 17, color: PDF_INK.paper, x: MARGIN + 48, y: 37, width: 210 });
    line(doc, issuer.tagline, { face: 'strong', size: 7.5, color: PDF_INK.gold, x: MARGIN + 48, y: 60, width: 210, spacing: 0.5 });
  });
  say('P', () => {
    const heading = TICKET_HEADINGS[ticket.userRole];
    line(doc, heading, { face: 'strong', size: 11, color: PDF_INK.saffron, x: PAGE.width / 2, y: 41, width: PAGE.width / 2 - MARGIN, align: 'right', spacing: 0.8 });
    if (place !== null) line(doc, place, { face: 'text', size: 9.5, color: PDF_INK.gold, x: PAGE.width / 2, y: 57, width: PAGE.width / 2 - MARGIN, align: 'right' });
  });
  say('H1', () => {
    doc.font('display').fontSize(title.size).fillColor(PDF_INK.paper);
    doc.text(title.text, MARGIN + 76, 96 + Math.max(0, (60 - title.height) / 2), { width: INNER - 76, height: title.height + 2, ellipsis: '…' });
  });
  const facts = 96 + Math.max(title.height, 60) + 16;
  say('P', () => fact(doc, 'Data', ticket.dateText, { x: MARGIN, y: facts, width: 210 }));
  say('P', () => fact(doc, 'Hora', orElse(ticket.time, 'Hora no especificada'), { x: MARGIN + 220, y: facts, width: INNER - 220 }));
  const hasTable = ticket.table != null;
  say('P', () => fact(doc, 'Lloc', orElse(ticket.location, 'Ubicació per confirmar'), { x: MARGIN, y: facts + 42, width: hasTable ? 210 : INNER }));
  if (hasTable) say('P', () => fact(doc, 'Taula', String(ticket.table), { x: MARGIN + 220, y: facts + 42, width: INNER - 220 }));
  if (choices.length > 0) say('P', () => paintMenu(doc, choices, { top: night + 16, bottom: TEAR - 14 }));
  section.add(doc.struct('Figure', { alt: `Codi QR del tiquet ${ticket.ticketNumber}` }, () => paintQr(doc, ticket.id)));
  paintStub(doc, ticket, say);
  section.end();
}

function paintStub(doc: Pdf, ticket: PrintableTicket, say: (tag: string, paint: () => void) => void): void {
  const x = MARGIN + QR_SIDE + 22;
  const width = PAGE.width - MARGIN - x;
  const top = TEAR + 22;
  say('P', () => {
    caption(doc, 'Preu', { x, y: top, color: PDF_INK.inkSoft });
    line(doc, formatPrice(ticket.price), { face: 'display', size: 27, color: PDF_INK.emberDeep, x, y: top + 10, width });
  });
  say('P', () => {
    caption(doc, 'Número de tiquet', { x, y: top + 56, color: PDF_INK.inkSoft });
    doc.font('strong').fontSize(12.5).fillColor(PDF_INK.ink).text(ticket.ticketNumber, x, top + 67, { width, height: 34, ellipsis: '…' });
  });
  say('P', () => {
    doc.font('text').fontSize(10).fillColor(PDF_INK.inkSoft);
    doc.text('Ensenya este codi a la porta, en el mòbil o imprés. Servix per a una entrada.', x, top + QR_SIDE - 40, { width, height: 42, lineGap: 1.5 });
  });
}

function paintQr(doc: Pdf, id: string): void {
  const top = TEAR + 20;
  const module = QR_SIDE / (QR_MODULES + 2 * QR_QUIET_ZONE);
  doc.roundedRect(MARGIN, top, QR_SIDE, QR_SIDE, 8).fill('#ffffff');
  for (const [row, cells] of qrMatrix(id).entries()) {
    for (const [column, dark] of cells.entries()) {
      if (dark) doc.rect(MARGIN + (QR_QUIET_ZONE + column) * module, top + (QR_QUIET_ZONE + row) * module, module, module);
    }
  }
  // One path: modules painted one by one show hairlines between them.
  doc.fill('#000000');
}

interface MenuLine {
  label: string;
  dishes: PrintedDish[];
}

interface PrintedDish {
  name: string;
  /** What it contains, as it was said at the sale; empty where nobody said anything of any dish of the ticket. */
  content: string;
}

function menuText(ticket: PrintableTicket): MenuLine[] {
  const hasContents = [...ticket.menu.flatMap(({ items }) => items), ...ticket.extras].some(saysContent);
  const printed = (dish: SoldChoice): PrintedDish => ({ name: dish.name, content: hasContents ? contentText(dish) : '' });
  return [
    ...ticket.menu.map(({ sectionName, items }) => ({ label: sectionName, dishes: items.map(printed) })),
    { label: 'Extres', dishes: ticket.extras.map(printed) },
  ].filter(({ dishes }) => dishes.length > 0);
}

const MENU_SIZES = [13, 12, 11, 10, 9, 8, 7];
const MENU_GUTTER = 16;
const CAPTION_HEIGHT = 11;

interface MenuRow {
  kind: 'caption' | 'dish';
  text: string;
  content: string;
}

/** Of the dish's letters. */
const CONTENT_SIZE = 0.72;

function paintMenu(doc: Pdf, menu: readonly MenuLine[], room: { top: number; bottom: number }): void {
  const rows = menu.flatMap(({ label, dishes }): MenuRow[] => [{ kind: 'caption', text: label, content: '' }, ...dishes.map(({ name, content }): MenuRow => ({ kind: 'dish', text: latinText(name), content: latinText(content) }))]);
  const height = room.bottom - room.top;
  const { displayed, size, count, places } = layMenu(doc, rows, height);
  const width = columnWidth(count);
  for (const [index, { kind, text, content }] of displayed.entries()) {
    const x = MARGIN + places[index]!.column * (width + MENU_GUTTER);
    const y = room.top + places[index]!.top;
    if (kind === 'caption') caption(doc, text, { x, y, color: PDF_INK.ember });
    else {
      doc.font('strong').fontSize(size).fillColor(PDF_INK.ink).text(text, x, y, { width });
      if (content !== '') doc.font('text').fontSize(size * CONTENT_SIZE).text(content, { width });
    }
  }
}

function layMenu(doc: Pdf, rows: readonly MenuRow[], height: number): { displayed: readonly MenuRow[]; size: number; count: number; places: RowPlace[] } {
  for (const together of [true, false]) {
    for (const size of MENU_SIZES) {
      for (const count of [1, 2]) {
        const places = placeRows(measureMenu(doc, rows, { size, count }), { count, height, together });
        if (places !== null) return { displayed: rows, size, count, places };
      }
    }
  }
  const size = MENU_SIZES.at(-1)!;
  for (let visible = rows.length - 1; visible > 0; visible -= 1) {
    const hidden = rows.slice(visible).filter(({ kind }) => kind === 'dish').length;
    const displayed: MenuRow[] = [...rows.slice(0, visible), { kind: 'dish', text: `i ${hidden} més`, content: '' }];
    const places = rows[visible - 1]!.kind === 'caption' ? null : placeRows(measureMenu(doc, displayed, { size, count: 2 }), { count: 2, height, together: false });
    if (places !== null) return { displayed, size, count: 2, places };
  }
  return { displayed: [], size, count: 1, places: [] };
}

function measureMenu(doc: Pdf, rows: readonly MenuRow[], { size, count }: { size: number; count: number }): MeasuredRow[] {
  const width = columnWidth(count);
  return rows.map(({ kind, text, content }) => {
    if (kind === 'caption') return { isCaption: true, height: CAPTION_HEIGHT, gap: size * 0.5 };
    const height = doc.font('strong').fontSize(size).heightOfString(text, { width });
    return { isCaption: false, height: height + (content === '' ? 0 : doc.font('text').fontSize(size * CONTENT_SIZE).heightOfString(content, { width })), gap: 0 };
  });
}

function columnWidth(count: number): number {
  return (INNER - MENU_GUTTER * (count - 1)) / count;
}

function fact(doc: Pdf, label: string, value: string, at: { x: number; y: number; width: number }): void {
  caption(doc, label, { ...at, color: PDF_INK.saffron });
  line(doc, value, { ...at, y: at.y + 11, face: 'strong', size: 14, color: PDF_INK.paper });
}

function caption(doc: Pdf, text: string, at: { x: number; y: number; color: string }): void {
  doc.font('strong').fontSize(7.5).fillColor(at.color).text(latinText(text).toLocaleUpperCase('ca'), at.x, at.y, { characterSpacing: 0.5, lineBreak: false });
}

interface Line {
  face: PdfFace;
  size: number;
  color: string;
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'right';
  spacing?: number;
}

function line(doc: Pdf, text: string, style: Line): void {
  const words = latinText(text);
  const { face, color, x, y, width, align = 'left', spacing = 0 } = style;
  let { size } = style;
  while (size > style.size * 0.65 && doc.font(face).fontSize(size).widthOfString(words, { characterSpacing: spacing }) > width) size -= 0.5;
  doc.font(face).fontSize(size).fillColor(color);
  doc.text(words, x, y, { width, height: size * 1.2, align, characterSpacing: spacing, ellipsis: '…' });
}

function fitted(doc: Pdf, text: string, box: { face: PdfFace; width: number; height: number; sizes: readonly number[] }): { text: string; size: number; height: number } {
  const words = latinText(text) || 'Esdeveniment';
  for (const size of box.sizes) {
    const height = doc.font(box.face).fontSize(size).heightOfString(words, { width: box.width });
    const longest = Math.max(...words.split(' ').map((word) => doc.widthOfString(word)));
    if (height <= box.height && longest <= box.width) return { text: words, size, height };
  }
  return { text: words, size: box.sizes.at(-1)!, height: box.height };
}

function orElse(text: string | null, fallback: string): string {
  return text === null || text.trim() === '' ? fallback : text;
}

import { INK } from '../drawing/ticket-ornaments.ts';

export type Pdf = PDFKit.PDFDocument;

export const PDF_INK = { ...INK, gold: '#f7c987', glow: '#561329', fire: '#7a1f26' } as const;

export function paintPaper(doc: Pdf, page: { width: number; height: number; night: number; tear: number }): void {
  const { width, height, night, tear } = page;
  doc.rect(0, 0, width, height).fill(PDF_INK.paper);
  doc.save().rect(0, 0, width, night).clip();
  doc.rect(0, 0, width, night).fill('#3a0c20');
  for (const [radius, color] of [[330, PDF_INK.wine], [210, PDF_INK.glow], [100, PDF_INK.fire]] as const) {
    doc.circle(width * 0.88, night + 14, radius).fill(color);
  }
  doc.restore();
  doc.rect(0, tear, width, height - tear).fill(PDF_INK.sunken);
  doc.moveTo(18, tear).lineTo(width - 18, tear).lineWidth(3).lineCap('round').dash(0.1, { space: 8 }).stroke(PDF_INK.line).undash();
  for (const x of [0, width]) doc.circle(x, tear, 10).fill('#ffffff');
  paintTileBand(doc, { y: height - 10, width, tile: 10 });
}

export function paintTileBand(doc: Pdf, band: { y: number; width: number; tile: number }): void {
  const { y, width, tile } = band;
  doc.save().rect(0, y, width, tile).clip();
  doc.rect(0, y, width, tile).fill(PDF_INK.wine);
  for (let x = 0; x <= width + tile; x += tile) doc.circle(x, y, tile * 0.32);
  doc.fill(PDF_INK.ember);
  for (let x = tile / 2; x <= width + tile; x += tile) doc.circle(x, y + tile, tile * 0.32);
  doc.fill(PDF_INK.saffron);
  doc.restore();
}

const SHIELD = 'M48 4 L90 14 L90 58 C90 84 70 99 48 108 C26 99 6 84 6 58 L6 14 Z';

export function paintCrest(doc: Pdf, at: { x: number; y: number; height: number }): void {
  doc.save().translate(at.x, at.y).scale(at.height / 112);
  doc.save().path(SHIELD).clip();
  doc.rect(0, 0, 96, 112).fill(PDF_INK.wine);
  doc.path('M0 78c12-8 22-8 32 0s22 8 32 0 20-8 32 0v34H0z').fill(PDF_INK.teal);
  doc.path('M0 86c12-8 22-8 32 0s22 8 32 0 20-8 32 0v4c-12-8-20-8-32 0s-20 8-32 0-20-8-32 0z').fill('#f0e4da');
  doc.path('M48 18c6 12 20 18 20 36a20 20 0 0 1-40 0c0-10 6-13 8-22 5 3 7 7 7 12 5-6 7-14 5-26Z').fill(PDF_INK.ember);
  doc.path('M49 40c2 7 10 10 10 19a11 11 0 0 1-22 0c0-6 4-8 5-13 3 2 4 4 4 7 2-3 4-7 3-13Z').fill(PDF_INK.saffron);
  doc.restore();
  doc.path(SHIELD).lineWidth(4).stroke(PDF_INK.saffron);
  doc.restore();
}

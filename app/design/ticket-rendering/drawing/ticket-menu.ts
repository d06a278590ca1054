import { type MeasuredRow, placeRows } from '../menu-columns.ts';
import type { PrintableTicket } from '../printable-ticket.ts';
import { INK } from './ticket-ornaments.ts';
import { paintLabel, type DrawContext } from './draw-context.ts';
import { ellipsize, fitText } from './ticket-text.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Row {
  kind: 'label' | 'dish' | 'more';
  emoji: string;
  text: string;
}

interface PlacedRow extends Row {
  lines: string[];
  column: number;
  top: number;
}

interface Layout {
  rows: PlacedRow[];
  size: number;
  columnWidth: number;
  height: number;
}

const WHOLE_SIZES = [40, 37, 34, 31, 28, 26, 24];
const DENSE_SIZES = [26, 24, 22, 20, 19, 18];
const GUTTER = 40;
const LEADING = 1.26;

export function layMenu(draw: DrawContext, ticket: PrintableTicket, box: Box, manner: 'whole' | 'cut'): Layout | null {
  const rows = menuRows(ticket);
  const sizes = manner === 'whole' ? WHOLE_SIZES : DENSE_SIZES;
  for (const together of [true, false]) {
    for (const size of sizes) {
      for (const columns of [1, 2]) {
        const layout = place(draw, rows, { box, size, columns, maxLines: 2, together });
        if (layout !== null) return layout;
      }
    }
  }
  if (manner === 'whole') return null;
  for (const size of sizes.slice(2)) {
    const layout = place(draw, rows, { box, size, columns: 2, maxLines: 1, together: false });
    if (layout !== null) return layout;
  }
  for (let visible = rows.length - 1; visible > 0; visible -= 1) {
    const hidden = rows.slice(visible).filter((row) => row.kind === 'dish').length;
    const displayed: Row[] = [...rows.slice(0, visible), { kind: 'more', emoji: '', text: `i ${hidden} més` }];
    const layout = displayed[visible - 1]?.kind === 'label' ? null : place(draw, displayed, { box, size: sizes.at(-1)!, columns: 2, maxLines: 1, together: false });
    if (layout !== null) return layout;
  }
  return null;
}

export function paintMenu(draw: DrawContext, layout: Layout, box: Box): void {
  const { canvas } = draw;
  const indent = layout.size * 1.5;
  const offset = Math.max(0, box.height - layout.height) * 0.45;
  for (const row of layout.rows) {
    const x = box.x + row.column * (layout.columnWidth + GUTTER);
    const y = box.y + offset + row.top;
    if (row.kind === 'label') {
      canvas.fillStyle = INK.emberDeep;
      paintLabel(draw, row.text, { x, y: y + layout.size * 0.78, width: layout.columnWidth, size: labelSize(layout.size) });
      continue;
    }
    canvas.fillStyle = row.kind === 'more' ? INK.inkSoft : INK.ink;
    canvas.font = draw.emoji(layout.size);
    canvas.fillText(row.emoji, x, y + layout.size);
    canvas.font = dishFont(draw)(layout.size);
    for (const [index, line] of row.lines.entries()) {
      canvas.fillText(line, x + indent, y + layout.size + index * layout.size * LEADING);
    }
  }
}

function menuRows(ticket: PrintableTicket): Row[] {
  const sections = [
    ...ticket.menu.map((section) => ({ name: section.sectionName, items: section.items })),
    { name: 'Extres', items: ticket.extras },
  ];
  return sections
    .filter((section) => section.items.length > 0)
    .flatMap((section): Row[] => [
      { kind: 'label', emoji: '', text: section.name },
      ...section.items.map((item): Row => ({ kind: 'dish', emoji: item.emoji, text: item.name })),
    ]);
}

function place(draw: DrawContext, rows: Row[], page: { box: Box; size: number; columns: number; maxLines: number; together: boolean }): Layout | null {
  const { box, size, columns, maxLines, together } = page;
  const columnWidth = (box.width - GUTTER * (columns - 1)) / columns;
  const width = columnWidth - size * 1.5;
  const lines = rows.map((row) => linesOf(draw, row, { size, width, maxLines }));
  if (!lines.every((each) => each !== null)) return null;
  const measured = rows.map((row, index) => measure(row, lines[index]!.length, size));
  const places = placeRows(measured, { count: columns, height: box.height, together });
  if (places === null) return null;
  draw.canvas.font = dishFont(draw)(size);
  const height = Math.max(0, ...places.map(({ top }, index) => top + measured[index]!.height));
  return { rows: rows.map((row, index) => ({ ...row, lines: lines[index]!, ...places[index]! })), size, columnWidth, height };
}

function measure(row: Row, lines: number, size: number): MeasuredRow {
  if (row.kind === 'label') return { isCaption: true, height: size * 1.2, gap: size * (size > 22 ? 0.5 : 0.3) };
  return { isCaption: false, height: lines * size * LEADING + size * 0.12, gap: 0 };
}

function linesOf(draw: DrawContext, row: Row, room: { size: number; width: number; maxLines: number }): string[] | null {
  if (row.kind === 'label') return [row.text];
  const font = dishFont(draw);
  if (room.maxLines === 1) {
    draw.canvas.font = font(room.size);
    return [ellipsize(draw.canvas, row.text, room.width)];
  }
  const fitted = fitText(draw.canvas, { text: row.text, width: room.width, height: room.maxLines * room.size, leading: 1, sizes: [room.size], font });
  return fitted.whole ? fitted.lines : null;
}

function dishFont(draw: DrawContext): (size: number) => string {
  return (size) => draw.text(size, 550);
}

function labelSize(dishSize: number): number {
  return Math.max(15, Math.round(dishSize * 0.58));
}

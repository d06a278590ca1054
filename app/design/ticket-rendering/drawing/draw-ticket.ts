import { TICKET_HEADINGS, type Role } from '#app/domain/people/roles.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';

import type { PrintableTicket } from '../printable-ticket.ts';
import type { TicketIssuer } from '../ticket-issuer.ts';
import { layMenu, paintMenu } from './ticket-menu.ts';
import { crest, fireRays, INK, paintQr, perforation, ticketOutline, tileBand, type TicketCanvas } from './ticket-ornaments.ts';
import { paintLabel, type DrawContext } from './draw-context.ts';
import { fitText, type FittedText } from './ticket-text.ts';

/** Pixels (spec §9). The QR's 370 px hold 37 modules of 10 px, quiet zone within. */
export const TICKET_WIDTH = 900;
export const TICKET_HEIGHT = 1350;
export const TICKET_QR_SIZE = 370;

export interface TicketAssets {
  displayFont: string;
  textFont: string;
  /** Colour emoji first: some have a plain twin in text faces. */
  emojiFont: string;
}

export interface TicketPaint extends TicketAssets {
  issuer: Pick<TicketIssuer, 'name' | 'tagline'>;
  paintCrest: ((box: { x: number; y: number; width: number; height: number }) => void) | null;
}

const MARGIN = 60;
const INNER = TICKET_WIDTH - 2 * MARGIN;
const TILE = 45;
const HEAD_TOP = 205;
const TEAR = 856;
const COLUMN = 480;

const ROLE_COLORS: Record<Role, { ground: string; ink: string }> = {
  public: { ground: INK.saffron, ink: '#4a2a00' },
  socio: { ground: INK.teal, ink: '#fffdf9' },
  comision: { ground: INK.ember, ink: '#fffaf5' },
  admin: { ground: INK.paper, ink: INK.wine },
};

const GLOW = [
  [900, '#420e24'],
  [700, '#4a1028'],
  [520, '#561329'],
  [370, '#651829'],
  [240, '#7a1f26'],
  [130, '#94291f'],
] as const;

export function drawTicket(canvas: TicketCanvas, ticket: PrintableTicket, assets: TicketPaint): void {
  const draw: DrawContext = {
    canvas,
    display: (size) => `800 ${size}px ${assets.displayFont}`,
    text: (size, weight) => `${weight} ${size}px ${assets.textFont}`,
    emoji: (size) => `400 ${size}px ${assets.emojiFont}`,
  };
  const hasMenu = ticket.menu.some((section) => section.items.length > 0) || ticket.extras.length > 0;
  canvas.save();
  canvas.clearRect(0, 0, TICKET_WIDTH, TICKET_HEIGHT);
  canvas.textBaseline = 'alphabetic';
  canvas.textAlign = 'left';
  ticketOutline(canvas, { width: TICKET_WIDTH, height: TICKET_HEIGHT, corner: 44, notchY: TEAR, notch: 30 });
  canvas.clip();
  canvas.fillStyle = INK.paper;
  canvas.fillRect(0, 0, TICKET_WIDTH, TICKET_HEIGHT);
  if (hasMenu) drawDinner(draw, ticket);
  else drawPoster(draw, ticket);
  drawTop(draw, ticket.userRole, assets);
  drawStub(draw, ticket);
  canvas.restore();
}

function drawDinner(draw: DrawContext, ticket: PrintableTicket): void {
  const roomy = layHead(draw, ticket, { top: HEAD_TOP, titleHeight: 144, titleSizes: [66, 60, 54, 50, 46, 42, 40, 38], emoji: 120, fact: 32, gap: 26 });
  const roomyBox = menuBox(roomy.bottom);
  const menu = layMenu(draw, ticket, roomyBox, 'whole');
  if (menu !== null) {
    paintNight(draw, roomy.bottom);
    roomy.paint();
    paintMenu(draw, menu, roomyBox);
    return;
  }
  const tight = layHead(draw, ticket, { top: 192, titleHeight: 96, titleSizes: [48, 44, 40, 36, 32, 28], emoji: 84, fact: 25, gap: 16 });
  const box = menuBox(tight.bottom - 8);
  paintNight(draw, tight.bottom);
  tight.paint();
  const cut = layMenu(draw, ticket, box, 'cut');
  if (cut !== null) paintMenu(draw, cut, box);
}

function menuBox(top: number): { x: number; y: number; width: number; height: number } {
  return { x: MARGIN, y: top + 34, width: INNER, height: TEAR - 30 - (top + 34) };
}

interface HeadStyle {
  top: number;
  titleHeight: number;
  titleSizes: readonly number[];
  emoji: number;
  fact: number;
  gap: number;
}

function layHead(draw: DrawContext, ticket: PrintableTicket, style: HeadStyle): { bottom: number; paint: () => void } {
  const left = MARGIN + style.emoji + 30;
  const title = fitText(draw.canvas, { text: ticket.eventTitle, width: TICKET_WIDTH - MARGIN - left, height: style.titleHeight, leading: 1.08, sizes: style.titleSizes, font: draw.display });
  const facts = layFacts(draw, ticket, { value: style.fact, lines: 1, gap: style.gap });
  const height = Math.max(style.emoji, title.height);
  return {
    bottom: style.top + height + style.gap + facts.height + 32,
    paint() {
      paintEmoji(draw, ticket.eventImage, { x: MARGIN, y: style.top + (height - style.emoji) / 2, size: style.emoji });
      draw.canvas.fillStyle = INK.paper;
      paintLines(draw, title, { x: left, y: style.top + (height - title.height) / 2 });
      facts.paint(style.top + height + style.gap);
    },
  };
}

function drawPoster(draw: DrawContext, ticket: PrintableTicket): void {
  const { canvas } = draw;
  const facts = layFacts(draw, ticket, { value: 36, lines: 2, gap: 26 });
  const factsTop = TEAR - 44 - facts.height;
  const titleTop = HEAD_TOP + 188;
  const room = factsTop - titleTop - 14;
  const title = fitText(canvas, { text: ticket.eventTitle, width: INNER, height: room, leading: 1.04, sizes: [100, 92, 84, 76, 68, 60, 54, 48, 42], font: draw.display });
  paintNight(draw, TEAR);
  paintEmoji(draw, ticket.eventImage, { x: MARGIN, y: HEAD_TOP + 16, size: 150 });
  canvas.fillStyle = INK.paper;
  paintLines(draw, title, { x: MARGIN - 3, y: titleTop + (room - title.height) / 2 });
  facts.paint(factsTop);
}

function drawTop(draw: DrawContext, role: Role, { issuer, paintCrest }: TicketPaint): void {
  const { canvas } = draw;
  tileBand(canvas, { y: 0, width: TICKET_WIDTH, tile: TILE });
  if (paintCrest === null) crest(canvas, { x: MARGIN, y: 76, height: 98 });
  else paintCrest({ x: MARGIN, y: 76, width: 84, height: 98 });
  const heading = TICKET_HEADINGS[role];
  canvas.font = draw.text(25, 800);
  canvas.letterSpacing = '2.5px';
  const pill = { width: canvas.measureText(heading).width + 58, height: 58 };
  const left = TICKET_WIDTH - MARGIN - pill.width;
  canvas.fillStyle = ROLE_COLORS[role].ground;
  canvas.beginPath();
  canvas.roundRect(left, 96, pill.width, pill.height, pill.height / 2);
  canvas.fill();
  canvas.fillStyle = ROLE_COLORS[role].ink;
  canvas.fillText(heading, left + 30, 134);
  canvas.letterSpacing = '0px';
  canvas.fillStyle = INK.paper;
  const room = left - (MARGIN + 100) - 20;
  const name = fitText(canvas, { text: issuer.name, width: room, height: 46, leading: 1, sizes: [46, 42, 38, 34, 30, 26], font: draw.display });
  canvas.font = name.font;
  canvas.fillText(name.lines.join(''), MARGIN + 100, 128);
  canvas.fillStyle = '#f7c987';
  paintLabel(draw, issuer.tagline, { x: MARGIN + 101, y: 162, width: room, size: 15 });
}

function drawStub(draw: DrawContext, ticket: PrintableTicket): void {
  const { canvas } = draw;
  canvas.fillStyle = INK.sunken;
  canvas.fillRect(0, TEAR, TICKET_WIDTH, TICKET_HEIGHT - TEAR);
  perforation(canvas, { y: TEAR, from: 50, to: TICKET_WIDTH - 50, color: INK.line });
  const card = { x: MARGIN, y: TEAR + 37, size: TICKET_QR_SIZE + 28 };
  canvas.fillStyle = '#ffffff';
  canvas.beginPath();
  canvas.roundRect(card.x, card.y, card.size, card.size, 30);
  canvas.fill();
  paintQr(canvas, { id: ticket.id, x: card.x + 14, y: card.y + 14, size: TICKET_QR_SIZE });

  const width = TICKET_WIDTH - MARGIN - (COLUMN + 28);
  const x = COLUMN + 28;
  canvas.fillStyle = INK.inkSoft;
  paintLabel(draw, 'Preu', { x, y: card.y + 34, width, size: 18 });
  canvas.fillStyle = INK.emberDeep;
  const price = fitText(canvas, { text: formatPrice(ticket.price), width, height: 80, leading: 1, sizes: [76, 68, 60, 50, 40], font: draw.display });
  canvas.font = price.font;
  canvas.fillText(price.lines.join(''), x - 2, card.y + 108);
  canvas.fillStyle = INK.inkSoft;
  paintLabel(draw, 'Número de tiquet', { x, y: card.y + 176, width, size: 18 });
  canvas.fillStyle = INK.ink;
  const number = fitText(canvas, { text: ticket.ticketNumber, width, height: 90, leading: 1.2, sizes: [36, 32, 28, 24], font: (size) => draw.text(size, 700) });
  paintLines(draw, number, { x, y: card.y + 188 });
  canvas.fillStyle = INK.inkSoft;
  const hint = fitText(canvas, { text: 'Ensenya este codi a la porta. Servix per a una entrada.', width, height: 66, leading: 1.3, sizes: [25, 23, 21], font: (size) => draw.text(size, 500) });
  paintLines(draw, hint, { x, y: card.y + card.size - 8 - hint.height });
  tileBand(canvas, { y: TICKET_HEIGHT - 22.5, width: TICKET_WIDTH, tile: 22.5 });
}

/** No gradients: their dither makes the PNG five times as heavy. */
function paintNight(draw: DrawContext, bottom: number): void {
  const { canvas } = draw;
  const fire = { x: TICKET_WIDTH * 0.86, y: bottom + 30 };
  canvas.save();
  canvas.beginPath();
  canvas.rect(0, 0, TICKET_WIDTH, bottom);
  canvas.clip();
  canvas.fillStyle = '#3a0c20';
  canvas.fillRect(0, 0, TICKET_WIDTH, bottom);
  for (const [radius, color] of GLOW) {
    canvas.fillStyle = color;
    canvas.beginPath();
    canvas.arc(fire.x, fire.y, radius, 0, Math.PI * 2);
    canvas.fill();
  }
  fireRays(canvas, { ...fire, length: 1500, count: 28, alpha: 0.05 });
  canvas.restore();
}

function paintEmoji(draw: DrawContext, emoji: string, tile: { x: number; y: number; size: number }): void {
  const { canvas } = draw;
  canvas.fillStyle = '#fff8ec1f';
  canvas.beginPath();
  canvas.roundRect(tile.x, tile.y, tile.size, tile.size, tile.size * 0.24);
  canvas.fill();
  const symbol = fitText(canvas, { text: emoji, width: tile.size * 0.8, height: tile.size, leading: 1, sizes: [0.6, 0.45, 0.3, 0.2].map((part) => Math.round(tile.size * part)), font: draw.emoji });
  canvas.font = symbol.font;
  canvas.textAlign = 'center';
  canvas.fillStyle = INK.paper;
  canvas.fillText(symbol.lines.join(''), tile.x + tile.size / 2, tile.y + tile.size / 2 + symbol.size * 0.36);
  canvas.textAlign = 'left';
}

interface Facts {
  height: number;
  paint: (top: number) => void;
}

function layFacts(draw: DrawContext, ticket: PrintableTicket, style: { value: number; lines: number; gap: number }): Facts {
  const { canvas } = draw;
  const box = {
    leading: 1.25,
    sizes: [style.value, style.value - 2, style.value - 4, style.value - 6, style.value - 8],
    font: (size: number) => draw.text(size, 600),
  };
  const oneLine = style.value * 1.25;
  const day = fitText(canvas, { ...box, text: ticket.dateText, width: COLUMN - MARGIN - 30, height: oneLine });
  const hour = fitText(canvas, { ...box, text: presentOr(ticket.time, 'Hora no especificada'), width: TICKET_WIDTH - MARGIN - COLUMN, height: oneLine });
  const hasTable = ticket.table != null;
  const place = fitText(canvas, { ...box, text: presentOr(ticket.location, 'Ubicació per confirmar'), width: hasTable ? COLUMN - MARGIN - 30 : INNER, height: oneLine * style.lines });
  const table = fitText(canvas, { ...box, text: String(ticket.table ?? ''), width: TICKET_WIDTH - MARGIN - COLUMN, height: oneLine });
  const label = Math.round(style.value * 0.5) + 1;
  const secondRow = label + oneLine + style.gap * 0.8;
  return {
    height: style.gap * 0.75 + secondRow + label + place.height,
    paint(top) {
      canvas.fillStyle = '#fff8ec33';
      canvas.fillRect(MARGIN, top, INNER, 2);
      const row = top + style.gap * 0.75 + label;
      paintFact(draw, 'Data', { ...day, x: MARGIN, y: row, label });
      paintFact(draw, 'Hora', { ...hour, x: COLUMN, y: row, label });
      paintFact(draw, 'Lloc', { ...place, x: MARGIN, y: row + secondRow, label });
      if (hasTable) paintFact(draw, 'Taula', { ...table, x: COLUMN, y: row + secondRow, label });
    },
  };
}

function paintFact(draw: DrawContext, label: string, fact: FittedText & { x: number; y: number; label: number }): void {
  draw.canvas.fillStyle = INK.saffron;
  paintLabel(draw, label, { x: fact.x, y: fact.y, width: INNER, size: fact.label });
  draw.canvas.fillStyle = INK.paper;
  paintLines(draw, fact, { x: fact.x, y: fact.y + 6 });
}

function paintLines(draw: DrawContext, text: FittedText, at: { x: number; y: number }): void {
  draw.canvas.font = text.font;
  for (const [index, line] of text.lines.entries()) {
    draw.canvas.fillText(line, at.x, at.y + text.size * (text.leading * index + 0.96));
  }
}

function presentOr(text: string | null, fallback: string): string {
  return text === null || text.trim() === '' ? fallback : text;
}

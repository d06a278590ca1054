import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

import { drawTicket, TICKET_HEIGHT, TICKET_WIDTH } from '../drawing/draw-ticket.ts';
import { palettePng } from './palette-png.server.ts';
import type { PrintableTicket } from '../printable-ticket.ts';
import { registerTicketFonts, SERVER_FONTS } from './ticket-fonts.server.ts';

interface Sheet {
  canvas: Canvas;
  context: SKRSContext2D;
}

/** One is drawn on while another is compressed. */
const SHEETS = 2;

let studio: Promise<Sheet[]> | null = null;
const waiting: (() => void)[] = [];

/** Canvases are reused: each is 5 MB outside the heap, which the collector is in no hurry to free. */
export async function ticketPng(ticket: PrintableTicket): Promise<Uint8Array> {
  const sheets = await openedStudio();
  while (sheets.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  const sheet = sheets.pop()!;
  try {
    drawTicket(sheet.context, ticket, SERVER_FONTS);
    return await palettePng(sheet.context.getImageData(0, 0, TICKET_WIDTH, TICKET_HEIGHT));
  } finally {
    sheets.push(sheet);
    waiting.shift()?.();
  }
}

const EMOJI_SIZE = 144;

export async function emojiPng(emoji: string): Promise<Uint8Array> {
  await openedStudio();
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(EMOJI_SIZE, EMOJI_SIZE);
  const context = canvas.getContext('2d');
  context.textAlign = 'center';
  context.font = `400 ${EMOJI_SIZE * 0.8}px ${SERVER_FONTS.emojiFont}`;
  const { width } = context.measureText(emoji);
  const size = Math.round(EMOJI_SIZE * 0.8 * Math.min(1, EMOJI_SIZE / Math.max(width, 1)));
  context.font = `400 ${size}px ${SERVER_FONTS.emojiFont}`;
  context.fillStyle = '#fff8ec';
  context.fillText(emoji, EMOJI_SIZE / 2, EMOJI_SIZE / 2 + size * 0.36);
  return canvas.encode('png');
}

function openedStudio(): Promise<Sheet[]> {
  studio ??= openStudio().catch((error: unknown) => {
    studio = null;
    throw error;
  });
  return studio;
}

/** Canvas and fonts take about 45 MB. */
async function openStudio(): Promise<Sheet[]> {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  await registerTicketFonts(GlobalFonts);
  return Array.from({ length: SHEETS }, () => {
    const canvas = createCanvas(TICKET_WIDTH, TICKET_HEIGHT);
    const context = canvas.getContext('2d');
    // The titles' soft, upright cut; faces without these axes ignore it.
    context.fontVariationSettings = '"SOFT" 100, "WONK" 0, "opsz" 72';
    return { canvas, context };
  });
}

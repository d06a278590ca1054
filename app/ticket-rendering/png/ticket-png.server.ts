import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas';

import { drawTicket, TICKET_HEIGHT, TICKET_WIDTH } from '../drawing/draw-ticket.ts';
import { palettePng } from './palette-png.server.ts';
import { type CrestBox, fitCrest } from '../crest-box.ts';
import type { PrintableTicket } from '../printable-ticket.ts';
import type { TicketIssuer } from '../ticket-issuer.ts';
import { openCanvasLibrary, SERVER_FONTS } from './ticket-fonts.server.ts';

interface Sheet {
  canvas: Canvas;
  context: SKRSContext2D;
}

/** One is drawn on while another is compressed. */
const SHEETS = 2;

let studio: Promise<Sheet[]> | null = null;
/** Tickets waiting for a sheet. */
const waiting: (() => void)[] = [];

/**
 * The ticket as PNG. Drawing takes some milliseconds of its thread, so the server leaves it to the press; compression
 * runs beside it. The sheets are few and drawn on again: each is 5 MB outside the heap, which the collector would not
 * hurry to free.
 */
export async function ticketPng(ticket: PrintableTicket, issuer: TicketIssuer): Promise<Uint8Array> {
  const sheets = await openedStudio();
  while (sheets.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  const sheet = sheets.pop()!;
  try {
    const crest = await crestPainter(sheet.context, issuer.crest);
    drawTicket(sheet.context, ticket, { ...SERVER_FONTS, issuer, paintCrest: crest });
    return await palettePng(sheet.context.getImageData(0, 0, TICKET_WIDTH, TICKET_HEIGHT));
  } finally {
    sheets.push(sheet);
    waiting.shift()?.();
  }
}

let crestRead: { of: Uint8Array; image: Promise<Image> } | null = null;

/** Draws an uploaded crest on that canvas; null where there is none. Read once, for it stands on every ticket. */
async function crestPainter(context: SKRSContext2D, crest: Uint8Array | null): Promise<((box: CrestBox) => void) | null> {
  if (crest === null) return null;
  if (crestRead === null || Buffer.compare(crestRead.of, crest) !== 0) {
    const { loadImage } = await import('@napi-rs/canvas');
    crestRead = { of: crest, image: loadImage(Buffer.from(crest)) };
  }
  const image = await crestRead.image;
  return (box) => {
    const { x, y, width, height } = fitCrest(image, box);
    context.drawImage(image, x, y, width, height);
  };
}

const EMOJI_SIZE = 144;

/** One emoji in colour, as a square PNG with nothing behind it. */
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

async function openStudio(): Promise<Sheet[]> {
  const { createCanvas } = await openCanvasLibrary();
  return Array.from({ length: SHEETS }, () => {
    const canvas = createCanvas(TICKET_WIDTH, TICKET_HEIGHT);
    const context = canvas.getContext('2d');
    // The soft, upright cut of the titles; faces without these axes ignore it.
    context.fontVariationSettings = '"SOFT" 100, "WONK" 0, "opsz" 72';
    return { canvas, context };
  });
}

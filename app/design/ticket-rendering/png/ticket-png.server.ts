import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas';

import { drawTicket, TICKET_HEIGHT, TICKET_WIDTH } from '../drawing/draw-ticket.ts';
import { type CrestBox, fitCrest } from '../crest-box.ts';
import type { PrintableTicket } from '../printable-ticket.ts';
import type { TicketIssuer } from '../ticket-issuer.ts';
import { openCanvasLibrary, SERVER_FONTS } from './ticket-fonts.server.ts';

/** Few colours: a ticket is printed in few inks, and a mail with twenty tickets still gets through. */
const PALETTE = { palette: true, colours: 128, dither: 0, effort: 1 } as const;

interface PooledCanvas {
  canvas: Canvas;
  context: SKRSContext2D;
}

/** One is drawn on while another is compressed. Each holds 5 MB outside the heap, which the collector is in no hurry to free. */
const POOL_SIZE = 2;

let canvasPool: Promise<PooledCanvas[]> | null = null;
const waiting: (() => void)[] = [];

export async function ticketPng(ticket: PrintableTicket, issuer: TicketIssuer): Promise<Uint8Array> {
  const [pool, { default: sharp }] = await Promise.all([openedPool(), import('sharp')]);
  while (pool.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  const pooled = pool.pop()!;
  try {
    const paintCrest = await crestPainter(pooled.context, issuer.crest);
    drawTicket(pooled.context, ticket, { ...SERVER_FONTS, issuer, paintCrest });
    const { data, width, height } = pooled.context.getImageData(0, 0, TICKET_WIDTH, TICKET_HEIGHT);
    return await sharp(data, { raw: { width, height, channels: 4 } }).png(PALETTE).toBuffer();
  } finally {
    pool.push(pooled);
    waiting.shift()?.();
  }
}

let crestRead: { of: Uint8Array; image: Promise<Image> } | null = null;

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

export async function emojiPng(emoji: string): Promise<Uint8Array> {
  await openedPool();
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

function openedPool(): Promise<PooledCanvas[]> {
  canvasPool ??= openPool().catch((error: unknown) => {
    canvasPool = null;
    throw error;
  });
  return canvasPool;
}

async function openPool(): Promise<PooledCanvas[]> {
  const { createCanvas } = await openCanvasLibrary();
  return Array.from({ length: POOL_SIZE }, () => {
    const canvas = createCanvas(TICKET_WIDTH, TICKET_HEIGHT);
    const context = canvas.getContext('2d');
    // The soft, upright cut of the titles; faces without these axes ignore it.
    context.fontVariationSettings = '"SOFT" 100, "WONK" 0, "opsz" 72';
    return { canvas, context };
  });
}

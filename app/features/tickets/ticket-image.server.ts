import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';

import { drawTicket, TICKET_HEIGHT, TICKET_WIDTH } from './draw-ticket.ts';
import type { PrintableTicket } from './schema.ts';
import { registerTicketFonts, SERVER_FONTS } from './ticket-fonts.server.ts';

interface Sheet {
  canvas: Canvas;
  context: SKRSContext2D;
}

let studio: Promise<() => Sheet> | null = null;
/** Canvases that are drawn on again: 5 MB each outside the heap, which the collector would not hurry to free. */
const idleSheets: Sheet[] = [];

/** The ticket as PNG. Drawing takes some milliseconds of this thread; compression runs beside it. */
export async function ticketPng(ticket: PrintableTicket): Promise<Uint8Array> {
  studio ??= openStudio();
  const newSheet = await studio;
  const sheet = idleSheets.pop() ?? newSheet();
  drawTicket(sheet.context, ticket, SERVER_FONTS);
  const png = await sheet.canvas.encode('png');
  idleSheets.push(sheet);
  return png;
}

/** Loads canvas and fonts (about 45 MB) when the first ticket is asked for, not before. */
async function openStudio(): Promise<() => Sheet> {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  await registerTicketFonts(GlobalFonts);
  return () => {
    const canvas = createCanvas(TICKET_WIDTH, TICKET_HEIGHT);
    const context = canvas.getContext('2d');
    // The soft, upright cut of the titles; faces without these axes ignore it.
    context.fontVariationSettings = '"SOFT" 100, "WONK" 0, "opsz" 72';
    return { canvas, context };
  };
}

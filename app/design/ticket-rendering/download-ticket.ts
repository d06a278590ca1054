import type { Association } from '#app/domain/association.ts';

import { type CrestBox, fitCrest } from './crest-box.ts';
import type { TicketAssets } from './drawing/draw-ticket.ts';
import type { PrintableTicket } from './printable-ticket.ts';

const BROWSER_FONTS: TicketAssets = {
  displayFont: '"Fraunces Variable", Georgia, serif',
  textFont: '"Figtree Variable", system-ui, sans-serif',
  emojiFont: '"Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", sans-serif',
};
const FACES = ['800 48px "Fraunces Variable"', '600 32px "Figtree Variable"'];
const LONGEST_WAIT_FOR_FONTS_MS = 3_000;
/** The browser reads the blob for a while after the click. */
const KEEP_ADDRESS_MS = 60_000;

export async function drawTicketImage(ticket: PrintableTicket, association: Association): Promise<Blob> {
  const [{ drawTicket, TICKET_HEIGHT, TICKET_WIDTH }, crest] = await Promise.all([import('./drawing/draw-ticket.ts'), crestOf(association), facesLoaded()]);
  const canvas = document.createElement('canvas');
  canvas.width = TICKET_WIDTH;
  canvas.height = TICKET_HEIGHT;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  const paintCrest = (box: CrestBox): void => {
    if (crest === null) return;
    const { x, y, width, height } = fitCrest(crest, box);
    context.drawImage(crest, x, y, width, height);
  };
  drawTicket(context, ticket, { ...BROWSER_FONTS, issuer: association, paintCrest: association.crest === null ? null : paintCrest });
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png === null) throw new Error('the browser made no picture');
  return png;
}

export async function downloadTicket(ticket: PrintableTicket, association: Association): Promise<void> {
  const address = URL.createObjectURL(await drawTicketImage(ticket, association));
  const link = document.createElement('a');
  link.href = address;
  link.download = `ticket-${ticket.ticketNumber}.png`;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_ADDRESS_MS);
}

export interface DownloadManner {
  association: Association;
  /** Browsers drop downloads that follow too closely: 800 ms, 1500 ms on phones (spec §9). */
  pauseMs: number;
  onProgress?: (done: number) => void;
}

export async function downloadTickets(tickets: readonly PrintableTicket[], manner: DownloadManner): Promise<string[]> {
  if (tickets.length === 0) return ['No hi ha tiquets per descarregar'];
  const problems: string[] = [];
  for (const [index, ticket] of tickets.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, manner.pauseMs));
    try {
      await downloadTicket(ticket, manner.association);
    } catch {
      problems.push(`Error generant el QR per al tiquet ${index + 1}`);
    }
    manner.onProgress?.(index + 1);
  }
  return problems;
}

/** A ticket without its crest is better than none. */
async function crestOf({ crest }: Association): Promise<HTMLImageElement | null> {
  const largest = crest?.sizes.at(-1);
  if (largest === undefined) return null;
  const image = new Image();
  image.src = largest.url;
  return image.decode().then(
    () => image,
    () => null,
  );
}

async function facesLoaded(): Promise<void> {
  const loading = Promise.allSettled(FACES.map((face) => document.fonts.load(face)));
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_FOR_FONTS_MS))]);
}

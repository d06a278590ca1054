import { createCanvas, type ImageData, loadImage } from '@napi-rs/canvas';
import type { Download } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';

export interface TicketPicture {
  filename: string;
  width: number;
  height: number;
  /** What a scanner reads in it. */
  code: string;
}

/** Reads a downloaded ticket as the door would. */
export async function readTicketPicture(download: Download): Promise<TicketPicture> {
  const pixels = await pixelsOf(await download.path());
  return { filename: download.suggestedFilename(), width: pixels.width, height: pixels.height, code: codeIn(pixels) };
}

/** The pixels of a picture, or of a file that holds one. */
export async function pixelsOf(picture: string | Uint8Array): Promise<ImageData> {
  const image = await loadImage(typeof picture === 'string' ? picture : Buffer.from(picture));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** What a scanner reads that takes the time it needs: by itself it gives up where a slow machine has hardly begun. */
export function codeIn({ data, width, height }: ImageData): string {
  return decodeQR({ data, width, height }, { timeLimit: Number.POSITIVE_INFINITY });
}

import { createCanvas, loadImage } from '@napi-rs/canvas';
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
  const image = await loadImage(await download.path());
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const code = decodeQR({ data, width: image.width, height: image.height }, { timeLimit: 2_000 });
  return { filename: download.suggestedFilename(), width: image.width, height: image.height, code };
}

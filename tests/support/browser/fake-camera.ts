import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createCanvas } from '@napi-rs/canvas';
import type { Browser } from 'playwright-core';
import { onTestFinished } from 'vitest';

import { QR_MODULES, qrMatrix } from '#app/design/ticket-rendering/qr/qr-matrix.ts';

import { launchChromium } from './browser.ts';

const WIDTH = 640;
const HEIGHT = 480;
const MODULE_PX = 9;
/** Of a comment without words. */
const COMMENT_BYTES = 4;

/** A browser whose camera films one ticket at a time, the first of these to begin with; with no ticket it has no camera at all. It ends with its test. */
export async function launchWithCamera(ticketIds: readonly string[], { isAllowed = true }: { isAllowed?: boolean } = {}): Promise<{ browser: Browser; show(ticketId: string): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'comboi-camera-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const film = join(folder, 'tickets.mjpeg');
  const pictures = new Map(ticketIds.map((id) => [id, pictureOf(id)]));
  const bytes = Math.max(0, ...Array.from(pictures.values(), ({ length }) => length)) + COMMENT_BYTES;
  await writeFile(film, '');
  // The browser maps the file into its memory: what is written into it is filmed next, as long as it stays as long.
  const show = async (ticketId: string): Promise<void> => writeFile(film, filledUp(pictures.get(ticketId)!, bytes), { flag: 'r+' });
  if (ticketIds[0] !== undefined) await show(ticketIds[0]);
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
  const browser = await launchChromium([...(isAllowed ? ['--use-fake-ui-for-media-stream'] : []), ...(ticketIds.length === 0 ? [] : camera)]);
  onTestFinished(() => browser.close());
  return { browser, show };
}

/** With a comment, which a JPEG may have after its first two bytes. */
function filledUp(picture: Buffer, bytes: number): Buffer {
  const comment = Buffer.alloc(bytes - picture.length);
  comment.writeUInt16BE(0xff_fe, 0);
  comment.writeUInt16BE(comment.length - 2, 2);
  return Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]);
}

/** A ticket held up to a camera, on a grey evening. */
function pictureOf(ticketId: string): Buffer {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#777';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const side = (QR_MODULES + 8) * MODULE_PX;
  const [left, top] = [(WIDTH - side) / 2, (HEIGHT - side) / 2];
  context.fillStyle = '#eee';
  context.fillRect(left, top, side, side);
  context.fillStyle = '#111';
  for (const [y, row] of qrMatrix(ticketId).entries()) {
    for (const [x, dark] of row.entries()) if (dark) context.fillRect(left + (x + 4) * MODULE_PX, top + (y + 4) * MODULE_PX, MODULE_PX, MODULE_PX);
  }
  return canvas.toBuffer('image/jpeg', 90);
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createCanvas } from '@napi-rs/canvas';
import type { Browser } from 'playwright-core';

import { QR_MODULES, qrMatrix } from '#app/design/ticket-rendering/qr/qr-matrix.ts';

import { launchChromium } from './browser.ts';

const WIDTH = 640;
const HEIGHT = 480;
const MODULE_PX = 9;
/** At the browser's thirty a second. */
const FRAMES_EACH = 30;

/** A browser whose camera films these tickets one after another, over and over; with no ticket it has no camera at all. */
export async function launchWithCamera(ticketIds: readonly string[], { isAllowed = true }: { isAllowed?: boolean } = {}): Promise<{ browser: Browser; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'comboi-camera-'));
  const film = join(folder, 'tickets.mjpeg');
  const frames = ticketIds.flatMap((id) => {
    const frame = frameOf(id);
    return Array.from({ length: FRAMES_EACH }, () => frame);
  });
  await writeFile(film, Buffer.concat(frames));
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
  const browser = await launchChromium([...(isAllowed ? ['--use-fake-ui-for-media-stream'] : []), ...(ticketIds.length === 0 ? [] : camera)]);
  return {
    browser,
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A ticket held up to a camera, on a grey evening. */
function frameOf(ticketId: string): Buffer {
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

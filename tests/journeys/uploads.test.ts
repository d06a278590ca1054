import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';

import type { ResumableOutcome, uploadResumably } from '#app/design/ui/upload/resumable-upload.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { asBrowserScript } from '#tests/support/browser/browser-module.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { button, heading, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

const MB = 1024 * 1024;
/** Of a request that is under way when the connection goes. */
const LOST = [/net::ERR_/, /Failed to load resource/];

declare global {
  interface Window {
    uploader: { uploadResumably: typeof uploadResumably };
    progress: number[];
    leave: AbortController;
  }
}

/** An admin on a page that can send files. */
async function aSender(page: Page): Promise<void> {
  await signIn(page, { email: 'admin@comboi.test' });
  await page.goto('/');
  await makeReady(page);
}

async function makeReady(page: Page): Promise<void> {
  await page.evaluate(await asBrowserScript('app/design/ui/upload/resumable-upload.ts', 'uploader'));
}

/** As slow as a line at home, so that something can happen meanwhile. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 5, uploadThroughput: bytesPerSecond, downloadThroughput: -1 });
}

/** Sends a file that begins as told; the same contents whenever it is called with the same size. */
function send(page: Page, file: { beginning: string; megabytes: number; bucket: string }): Promise<ResumableOutcome<StoredFile>> {
  return page.evaluate(({ beginning, megabytes, bucket }) => {
    const bytes = new Uint8Array(megabytes * 1024 * 1024).map((_, index) => index % 251);
    bytes.set(new TextEncoder().encode(beginning));
    window.progress = [];
    window.leave = new AbortController();
    return window.uploader.uploadResumably<StoredFile>({
      file: new File([bytes], 'Llibret 2027.pdf', { type: 'application/pdf', lastModified: 1 }),
      endpoint: '/api/admin/uploads',
      metadata: { bucket },
      signal: window.leave.signal,
      onProgress: (share) => window.progress.push(share),
    });
  }, file);
}

async function isPast(page: Page, share: number): Promise<void> {
  await page.waitForFunction((past) => (window.progress?.at(-1) ?? 0) > past, share);
}

/** From now on two pieces of a file arrive, and the third is on its way for ever. */
async function holdThirdPiece(page: Page): Promise<void> {
  let pieces = 0;
  await page.route('**/api/admin/uploads/**', async (route) => {
    if (route.request().method() === 'PATCH') pieces += 1;
    if (pieces < 3 || route.request().method() !== 'PATCH') await route.continue();
  });
}

/** The server has no answer to the next question where a file stands, and has one to those after it. */
async function answerBusyOnce(page: Page): Promise<void> {
  let isAnswered = false;
  await page.route('**/api/admin/uploads/**', async (route) => {
    if (isAnswered || route.request().method() !== 'HEAD') return route.continue();
    isAnswered = true;
    return route.fulfill({ status: 503, json: { code: 'TOO_BUSY' } });
  });
}

function stored(outcome: ResumableOutcome<StoredFile>): StoredFile {
  if (typeof outcome !== 'object' || !('stored' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.stored;
}

describe('a file from the browser', () => {
  test.runIf(inject('soak'))('goes on by itself after the connection was lost, and arrives as it was', async ({ visit }) => {
    const page = await visit({ expected: LOST });
    await aSender(page);
    await slowDown(page, 4 * MB);
    const sending = send(page, { beginning: '%PDF-1.7\n', megabytes: 12, bucket: 'booklets' });
    await isPast(page, 0.5);
    await page.context().setOffline(true);
    await page.waitForTimeout(1_500);
    await page.context().setOffline(false);
    const { variants } = stored(await sending);
    const arrived = await page.evaluate(async (url) => {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      return { length: bytes.length, isWhole: bytes.every((byte, index) => index < 9 || byte === index % 251) };
    }, variants[0]!.url);
    expect(arrived).toEqual({ length: 12 * MB, isWhole: true });
  });

  test('that was left half-way goes on from there when it is chosen again', async ({ visit, site }) => {
    const page = await visit({ expected: LOST });
    await aSender(page);
    await holdThirdPiece(page);
    const file = { beginning: '%PDF-1.4\n', megabytes: 11, bucket: 'booklets' };
    send(page, file).catch(() => {});
    await isPast(page, 0.6);
    await page.goto(`${site.url}/admin`);
    await page.unroute('**/api/admin/uploads/**');
    await makeReady(page);
    await answerBusyOnce(page);
    const { id } = stored(await send(page, file));
    expect(await page.evaluate(() => window.progress[0])).toBeGreaterThan(0.3);
    expect(await site.db.query.selectFrom('files').select('id').where('bytes', '=', 11 * MB).execute()).toEqual([{ id }]);
  });

  test('that is refused says why in the words of the server', async ({ visit }) => {
    const page = await visit({ expected: LOST });
    await aSender(page);
    const refused = (message: string): unknown => ({ refused: expect.objectContaining({ message }) as unknown });
    expect(await send(page, { beginning: 'no PDF at all', megabytes: 1, bucket: 'booklets' })).toEqual(refused('El archivo debe ser un PDF'));
    expect(await send(page, { beginning: '%PDF-1.7\n', megabytes: 51, bucket: 'booklets' })).toEqual(refused("L'arxiu és massa gran (51,0MB). El màxim permés és 50MB."));
  });

  test('that nobody wants any more leaves nothing behind', async ({ visit, site }) => {
    const page = await visit({ expected: LOST });
    await aSender(page);
    await holdThirdPiece(page);
    const sending = send(page, { beginning: '%PDF-1.7\n', megabytes: 13, bucket: 'booklets' });
    await isPast(page, 0.5);
    await page.evaluate(() => window.leave.abort());
    expect(await sending).toBe('cancelled');
    await expect.poll(() => site.db.query.selectFrom('files').select('state').where('bytes', '=', 13 * MB).execute()).toEqual([]);
  });
});

/** As a browser that knows no WebP: it makes PNG of a picture, which can weigh more than before. */
async function makeHeavyCanvases(page: Page): Promise<void> {
  await page.addInitScript((bytes) => {
    HTMLCanvasElement.prototype.toBlob = (take) => take(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
  }, 5 * MB + 1);
}

test('a picture that is still too heavy once it is made smaller is refused beside its field, and what was typed stays', async ({ visit }) => {
  const page = await visit({ device: 'desktop' });
  await makeHeavyCanvases(page);
  await signIn(page, { email: 'admin@comboi.test' });
  await page.goto('/admin');
  await scriptsAtWork(page);
  await press(page.getByRole('link', { name: '+ Nou Esdeveniment' }));
  await heading(page, 'Crear Esdeveniment');
  await page.getByLabel('Títol').fill('Sopar amb un cartell massa gran');
  const chooser = page.getByLabel(/^Tria una (altra )?imatge/);
  const photo = Buffer.concat([await aPicture({ width: 2000, height: 1500 }), Buffer.alloc(MB)]);
  await chooser.setInputFiles({ name: 'cartell.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByText('cartell.jpg: La imagen es demasiado grande. Máximo 5MB.').waitFor();
  await chooser.setInputFiles({ name: 'menut.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPicture()) });
  await page.getByRole('img', { name: 'La imatge triada' }).waitFor();
  expect(await page.getByLabel('Títol').inputValue()).toBe('Sopar amb un cartell massa gran');
  expect(await button(page, 'Continuar als Menús').isEnabled()).toBe(true);
});

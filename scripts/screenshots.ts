import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';

import { type Device, launchChromium, visitSite } from '../tests/support/browser/browser.ts';
import { startChild } from '../tests/support/process/child-process.ts';
import { freePort, ROOT } from '../tests/support/process/child-server.ts';
import { addTicket, button, configure, confirm, DINNER, fillBuyer, goToCheckout, openEvent, pay, press } from '../tests/support/people/shopper.ts';

/* The pictures of the README: `npm run screenshots`. Arguments: another folder, and `dark`. */

const [folder = join(ROOT, 'docs/screenshots'), theme = 'light'] = process.argv.slice(2);
const EMOJI = createRequire(import.meta.url).resolve('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2');
const EMOJI_PATH = '/emoji-for-pictures.woff';

const dataDir = await mkdtemp(join(tmpdir(), 'comboi-pictures-'));
const port = await freePort();
const server = startChild(join(ROOT, 'node_modules/.bin/node'), ['server.js'], { cwd: ROOT, env: { PORT: String(port), DATA_DIR: dataDir } });
try {
  await server.says(/Comboi is ready/);
  await mkdir(folder, { recursive: true });
  const browser = await launchChromium();
  for (const device of ['phone', 'desktop'] as const) await takePictures(browser, device);
  await browser.close();
} finally {
  server.send('SIGTERM');
  await server.ended;
  await rm(dataDir, { recursive: true, force: true });
}

async function takePictures(browser: Browser, device: Device): Promise<void> {
  const visit = await visitSite(browser, `http://127.0.0.1:${port}`, {
    device,
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    deviceScaleFactor: device === 'phone' ? 2 : 1,
  });
  const { page } = visit;
  await lendEmoji(page);
  const take = (name: string): Promise<void> => keep(page, `${name}-${device}`);

  await page.goto('/');
  await take('home');
  await page.goto('/tickets');
  await take('tickets');
  await page.goto('/calendar');
  await press(page.getByRole('table').getByRole('link', { name: 'entrades disponibles' }).first());
  await page.getByRole('link', { name: 'Comprar Entrades' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('calendar');
  await openEvent(page, DINNER);
  await press(button(page, /Afegir un/));
  await configure(page, { choices: ['Paella valenciana', 'Arnadí', 'Carxofes de Benicarló', 'Ampolla de vi'] });
  await take('dishes');
  await press(button(page, 'Afegir a la comanda'));
  await addTicket(page, { choices: ['Fideuà de Benicarló', 'Taronja amb canella'], note: 'Al·lèrgia als fruits secs' });
  await page.getByRole('heading', { name: 'Ticket 2' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('order');
  await goToCheckout(page);
  await fillBuyer(page, 'neus@example.com');
  await page.getByLabel('Nom (opcional)').fill('Neus Ferrer');
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  await take('checkout');
  await confirm(page);
  await take('payment');
  await pay(page);
  await page.getByText("T'hem enviat els tiquets").first().waitFor();
  await take('success');
  if (device === 'phone') {
    const download = page.waitForEvent('download');
    await press(button(page, /Descarregar Tiquet/));
    await writePicture(await readFile(await (await download).path()), 'ticket');
  }
  if (visit.problems.length > 0) throw new Error(visit.problems.join('\n'));
  await visit.end();
}

/** Machines without colour emoji would show boxes. */
async function lendEmoji(page: Page): Promise<void> {
  await page.route(`**${EMOJI_PATH}`, (route) => route.fulfill({ path: EMOJI, contentType: 'font/woff' }));
  await page.addInitScript((path) => {
    const face = new FontFace('Noto Color Emoji', `url(${path})`);
    document.fonts.add(face);
    void face.load();
  }, EMOJI_PATH);
}

async function keep(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.load('16px "Noto Color Emoji"', '🔥'));
  await page.evaluate(() => document.fonts.ready);
  await page.locator('p', { hasText: 'Correu enviat' }).waitFor({ state: 'hidden' });
  await writePicture(await page.screenshot({ animations: 'disabled' }), name);
}

async function writePicture(png: Buffer, name: string): Promise<void> {
  const picture = await sharp(png).png({ palette: true, colours: 128, dither: 0 }).toBuffer();
  await writeFile(join(folder, `${name}.png`), picture);
  console.log(`${name}.png  ${Math.round(picture.length / 1024)} kB`);
}

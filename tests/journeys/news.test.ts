import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { aNewsItem } from '#tests/support/app/news.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { button, heading, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

const EDITOR = { email: 'redaccio@comboi.test', password: DEMO_PASSWORD };
const MB = 1024 * 1024;

async function jpeg(name: string, size: { width: number; height: number }): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(await aPicture(size)) };
}

/** Moves a finger or a mouse sideways over something, and lets go. */
async function swipe(page: Page, target: Locator, pixels: number): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await target.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', x + (pixels * step) / 8);
  await touch('touchEnd', x + pixels);
  await session.detach();
}

describe('a news item', () => {
  test('is written at a desk with two pictures, put in order by the keyboard, kept as a draft and published', async ({ visit, site }) => {
    const page = await visit({ device: 'desktop' });
    await signIn(page, EDITOR);
    await page.goto('/admin/news');
    await page.getByText('No hi ha notícies creades. Crea la primera!').waitFor();
    await press(page.getByRole('link', { name: '+ Nova Notícia' }).first());
    await heading(page, 'Nova Notícia');
    await page.getByText('No hi ha imatges disponibles').waitFor();
    await press(button(page, 'Crear Notícia'));
    await page.getByText('El títol i el contingut són obligatoris').waitFor();

    const large = await jpeg('gran.jpg', { width: 3000, height: 2000 });
    expect(large.buffer.length).toBeGreaterThan(MB);
    await page.getByLabel(/Tria imatges/).setInputFiles([large, await jpeg('menuda.jpg', { width: 640, height: 480 }), { name: 'dibuix.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }]);
    await page.getByText('dibuix.svg: Tipo de archivo no permitido. Usa JPG, PNG, WebP o GIF.').waitFor();
    await page.getByLabel("Què s'hi veu").nth(1).fill('La que era segona');
    await page.getByRole('button', { name: /Arrossega per a moure: Imatge 2/ }).press('ArrowUp');
    await expect.poll(() => page.getByLabel("Què s'hi veu").first().inputValue()).toBe('La que era segona');
    await page.getByLabel('Títol').fill('La crida');
    await page.getByLabel('Contingut').fill(`${'Tots a la plaça. '.repeat(20)}\n\nVos esperem.`);
    await press(button(page, 'Crear Notícia'));
    await page.getByText('Esborrany guardat.').waitFor();

    const { id } = await site.db.query.selectFrom('news').select('id').where('title', '=', 'La crida').executeTakeFirstOrThrow();
    const images = await site.db.query
      .selectFrom('newsImages')
      .innerJoin('fileVariants', 'fileVariants.fileId', 'newsImages.fileId')
      .select(['alt', 'width'])
      .where('newsId', '=', id)
      .where('variant', '=', 'preview')
      .orderBy('position')
      .execute();
    // The large one was made to fit 800 by 600 before it left the browser.
    expect(images).toEqual([
      { alt: 'La que era segona', width: 640 },
      { alt: '', width: 800 },
    ]);

    await press(page.getByRole('link', { name: "Ús d'Espai" }));
    const usage = page.getByRole('dialog', { name: "Ús d'Espai" });
    await usage.getByText('La crida · 2 imatges').waitFor();
    await press(usage.getByRole('button', { name: 'Tancar' }));
    await usage.waitFor({ state: 'hidden' });

    const visitor = await visit({ device: 'desktop', expected: [/404/] });
    await visitor.goto(`/news/${id}`);
    await visitor.getByText('Esta notícia ja no hi és').waitFor();
    await press(page.getByRole('link', { name: 'Editar: La crida' }));
    await page.getByLabel('Publicada').check();
    await press(button(page, 'Actualitzar Notícia'));
    await page.getByText('Notícia actualitzada.').waitFor();
    await visitor.goto(`/news/${id}`);
    await heading(visitor, 'La crida');
    await expect.poll(() => visitor.locator('meta[property="og:image"]').last().getAttribute('content')).toMatch(/\/files\/.+-preview\.jpg$/);
    await expect.poll(() => visitor.locator('link[rel="canonical"]').getAttribute('href')).toMatch(new RegExp(`/news/${id}$`));

    await press(page.getByRole('button', { name: 'Esborrar', exact: true }));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Esborrar-la' }));
    await page.getByText('Notícia esborrada.').waitFor();
    expect((await visitor.request.get(`/news/${id}`)).status()).toBe(404);
  });

  test('is written without scripts too, its picture with it', async ({ visit, site }) => {
    const page = await visit({ javaScriptEnabled: false });
    await signIn(page, EDITOR);
    await page.goto('/admin/news/new');
    await page.getByLabel('Títol').fill('Sense scripts');
    await page.getByLabel('Contingut').fill('També es pot.');
    await page.locator('input[type=file]').setInputFiles([await jpeg('foto.jpg', { width: 500, height: 400 })]);
    await page.getByRole('button', { name: 'Crear Notícia' }).click();
    await page.getByText('Esborrany guardat.').waitFor();
    const { id } = await site.db.query.selectFrom('news').select('id').where('title', '=', 'Sense scripts').executeTakeFirstOrThrow();
    expect(await site.db.query.selectFrom('newsImages').select('position').where('newsId', '=', id).execute()).toEqual([{ position: 0 }]);
  });
});

test('a visitor with a phone filters, reads on, swipes through the pictures and looks at one from near', async ({ visit, site }) => {
  const pictures = await Promise.all(['Primera', 'Segona', 'Tercera'].map(async (alt) => ({ bytes: await aPicture(), alt })));
  await aNewsItem(site, { title: 'La nit de la Plantà', content: `${'Foc '.repeat(80)}i final.`, images: pictures, tags: ['nit'] });
  await aNewsItem(site, { title: 'Una altra cosa', content: 'Curta.' });
  const page = await visit({ device: 'phone' });
  await page.goto('/news');
  await scriptsAtWork(page);
  await page.getByLabel('Buscar notícies').fill('PLANTA');
  await page.getByText('1 notícia trobada').waitFor();
  expect(new URL(page.url()).search).toBe('?q=PLANTA');
  await page.getByLabel('Buscar notícies').fill('res de res');
  await page.getByText("No s'han trobat notícies amb els filtres aplicats").waitFor();
  await page.goto('/news?q=plantà');
  await scriptsAtWork(page);
  await expect.poll(() => page.getByLabel('Buscar notícies').inputValue()).toBe('plantà');

  const article = page.getByRole('article', { name: 'La nit de la Plantà' });
  await article.getByText(/^(Foc ){49}Foc…$/).waitFor();
  await press(article.getByRole('button', { name: 'Llegir més' }));
  await article.getByText(/i final\.$/).waitFor();
  await press(article.getByRole('button', { name: 'Llegir menys' }));

  const carousel = article.getByRole('group', { name: 'Imatges: La nit de la Plantà' });
  const count = carousel.locator('[aria-live]').first();
  // Its own script comes after the page's.
  await carousel.getByRole('button', { name: 'Imatge següent' }).waitFor();
  await swipe(page, carousel, -56);
  await expect.poll(() => count.textContent()).toBe('1 / 3');
  await swipe(page, carousel, -64);
  await expect.poll(() => count.textContent()).toBe('2 / 3');
  await carousel.getByRole('button', { name: 'Imatge anterior' }).press('ArrowRight');
  await expect.poll(() => count.textContent()).toBe('3 / 3');
  await carousel.getByRole('button', { name: 'Imatge anterior' }).press('ArrowLeft');
  await expect.poll(() => count.textContent()).toBe('2 / 3');

  await press(carousel.getByRole('link', { name: 'Ampliar: Segona' }));
  const viewer = page.getByRole('dialog', { name: 'Imatges: La nit de la Plantà' });
  const seen = viewer.locator('[aria-live]');
  await expect.poll(() => seen.textContent()).toBe('2 / 3');
  await swipe(page, viewer, 46);
  await expect.poll(() => seen.textContent()).toBe('2 / 3');
  await swipe(page, viewer, 54);
  await expect.poll(() => seen.textContent()).toBe('1 / 3');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => seen.textContent()).toBe('2 / 3');
  await press(viewer.getByRole('button', { name: 'Acostar' }));
  await expect.poll(() => viewer.getByRole('img', { name: 'Segona' }).evaluate((image) => image.getBoundingClientRect().width / window.innerWidth)).toBeGreaterThan(2);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Ampliar: Segona');
});

test('news that can’t be read are not no news', async ({ visit, site }) => {
  await aNewsItem(site);
  const page = await visit({ device: 'phone', expected: [/503|500|Failed to load/] });
  await page.goto('/');
  await scriptsAtWork(page);
  await page.route(/\/news\.data/, (route) => route.fulfill({ status: 500 }), { times: 1 });
  await press(page.getByLabel('Menú'));
  await press(page.getByRole('link', { name: 'Notícies' }).first());
  await page.getByText('Error al cargar las noticias').waitFor();
  await press(button(page, 'Torna-ho a provar'));
  await page.getByRole('article').first().waitFor();
});

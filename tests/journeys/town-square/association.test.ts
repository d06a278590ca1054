import sharp from 'sharp';
import { describe, expect } from 'vitest';

import { aPicture } from '#tests/support/app/pictures.ts';
import { holdScripts, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { axeFaults } from '#tests/support/browser/page-checks.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

const ADMIN = { email: 'admin@comboi.test', password: DEMO_PASSWORD };
const EDITOR = { email: 'redaccio@comboi.test', password: DEMO_PASSWORD };

async function crest(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const shield = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="480"><path d="M20 20h360v220q0 160-180 220Q20 400 20 240z" fill="#12324a"/><circle cx="200" cy="200" r="90" fill="#f5c04a"/></svg>');
  return { name: 'escut.png', mimeType: 'image/png', buffer: await sharp(shield).png().toBuffer() };
}

describe('an association makes the site its own', () => {
  test('name, colours and crest are tried, refused where they could not be read, saved, and seen by a visitor', async ({ visit }) => {
    const page = await visit({ device: 'desktop' });
    await signIn(page, ADMIN);
    await page.goto('/admin/settings');
    await scriptsAtWork(page);
    await page.getByLabel("Nom de l'associació").fill('Falla La Barraca');
    await page.getByLabel('Lema').fill('FOC I GERMANOR');
    await page.getByRole('img', { name: 'Així es vorà: Falla La Barraca, FOC I GERMANOR' }).waitFor();
    await page.getByLabel("Color d'acció").fill('#ffd166');
    await press(button(page, 'Guardar'));
    await page.getByText('El text dels botons no es llegiria').waitFor();
    await expect.poll(() => page.getByLabel("Nom de l'associació").inputValue()).toBe('Falla La Barraca');
    await page.getByLabel("Color d'acció").fill('#0b6e69');
    await page.getByLabel('Color principal').fill('#12324a');
    await press(button(page, 'Guardar'));
    await page.getByText('Identitat guardada').waitFor();
    await scriptsAtWork(page);
    await page.getByLabel('Lema').fill('FOC, MAR I GERMANOR');
    const chooser = page.getByLabel(/Tria l'escut/);
    await chooser.setInputFiles({ ...(await crest()), name: 'escut.gif', mimeType: 'image/gif' });
    await page.getByText("L'escut ha de ser una imatge PNG, WebP o JPEG").waitFor();
    await chooser.setInputFiles(await crest());
    await expect.poll(() => page.getByRole('img', { name: 'Així es vorà: Falla La Barraca, FOC, MAR I GERMANOR' }).locator('image').getAttribute('href')).toMatch(/^\/files\//);
    const loadedAnew = page.waitForEvent('load');
    await press(button(page, 'Guardar'));
    await loadedAnew;
    await page.getByText('Identitat guardada').waitFor();

    const visitor = await visit({ device: 'phone' });
    await visitor.goto('/');
    expect(await visitor.title()).toBe('Falla La Barraca');
    await visitor.getByRole('link', { name: 'Falla La Barraca' }).first().waitFor();
    await visitor.getByRole('heading', { name: 'FOC, MAR I GERMANOR' }).waitFor();
    const logo = await visitor.locator('header img').first().evaluate((image: HTMLImageElement) => ({ src: new URL(image.src).pathname, width: image.naturalWidth }));
    expect(logo.src).toMatch(/^\/files\//);
    expect(logo.width).toBeGreaterThan(0);
    expect(await visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--wine').trim())).toBe('#12324a');
    await visitor.getByText('Fet amb Comboi').waitFor();
  });

  test('an editor adds a block to the home page, puts it first and hides another, by keyboard', async ({ visit }) => {
    const page = await visit({ device: 'desktop' });
    await signIn(page, EDITOR);
    await page.goto('/admin/home');
    await scriptsAtWork(page);
    await page.getByLabel('Afegir un bloc').selectOption('La falla en xifres');
    await press(button(page, 'Afegir'));
    await page.getByText('Bloc afegit').waitFor();
    await page.getByLabel('Títol', { exact: true }).fill('Cinquanta anys');
    await press(button(page, 'Afegir xifra'));
    await page.getByLabel('Xifra', { exact: true }).fill('50');
    await page.getByLabel('Què compta').fill('anys plantant');
    await press(button(page, 'Guardar'));
    await page.getByText('Bloc guardat.').waitFor();

    await page.goto('/admin/home');
    await scriptsAtWork(page);
    const up = page.getByRole('button', { name: 'Puja «Cinquanta anys»' });
    const placeOf = async (): Promise<number> => (await page.getByRole('button', { name: /^Puja «/ }).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).indexOf('Puja «Cinquanta anys»');
    for (let place = await placeOf(); place > 0; place -= 1) {
      await up.press('Enter');
      await expect.poll(placeOf).toBe(place - 1);
    }
    await page.getByRole('button', { name: 'Amagar «El monument»' }).press('Enter');
    await page.getByText('Bloc amagat.').waitFor();

    const visitor = await visit({ device: 'phone' });
    await visitor.goto('/');
    const titles = await visitor.getByRole('heading', { level: 2 }).allTextContents();
    expect(titles).toContain('Cinquanta anys');
    expect(titles).not.toContain('El monument');
    const [mine, others] = [titles.indexOf('Cinquanta anys'), titles.indexOf('Les nostres falleres')];
    expect(mine).toBeLessThan(others);
    // The next event peeks into the first view, with the time that is left.
    const countdown = await visitor.getByText(/^Falten /).boundingBox();
    expect(countdown!.y + countdown!.height).toBeLessThanOrEqual(844);
  });
});

test('an editor gives an award its photos, and a visitor on a phone looks at them from near', async ({ visit }) => {
  const photo = async (name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from(await aPicture()) });
  const page = await visit({ device: 'desktop' });
  await signIn(page, EDITOR);
  await page.goto('/admin/awards');
  await scriptsAtWork(page);
  await page.getByLabel('Any', { exact: true }).fill('2026');
  await page.getByLabel('Premi', { exact: true }).fill('Ninot indultat');
  await press(button(page, 'Afegir el premi'));
  await page.getByText('Premi afegit').waitFor();
  await page.getByLabel(/Tria fotos/).setInputFiles([await photo('primera.jpg'), { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') }, await photo('segona.jpg')]);
  await page.getByText('notes.txt: Tipo de archivo no permitido').waitFor();
  await page.getByText('Fotos guardades.').waitFor();
  const photos = page.getByRole('img', { name: /^Foto \d de Ninot indultat/ });
  await expect.poll(() => photos.count()).toBe(2);

  // Chosen on a slow phone, before the scripts have come.
  const letScriptsCome = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel(/Tria fotos/).setInputFiles(await photo('abans.jpg'));
  letScriptsCome();
  await expect.poll(() => photos.count()).toBe(3);
  expect(await axeFaults(page)).toEqual([]);

  const visitor = await visit({ device: 'phone' });
  await visitor.goto('/premis');
  // The carousel's own script comes after the page's; until then its links open the picture itself.
  await visitor.getByRole('button', { name: 'Imatge següent' }).waitFor();
  await press(visitor.getByRole('link', { name: 'Ampliar: Ninot indultat, foto 1' }));
  const viewer = visitor.getByRole('dialog');
  await press(viewer.getByRole('button', { name: 'Imatge següent' }));
  await viewer.getByText('2 / 3').waitFor();
  await press(viewer.getByRole('button', { name: 'Acostar' }));
  await viewer.getByRole('button', { name: 'Allunyar' }).waitFor();
  expect(await axeFaults(visitor)).toEqual([]);
});

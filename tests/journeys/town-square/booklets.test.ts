import { request } from 'node:http';

import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { aTextPdf } from '#tests/support/app/pictures.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { axeFaults, sidewaysPixels } from '#tests/support/browser/page-checks.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

const MB = 1024 * 1024;
const LOST = [/net::ERR_/, /Failed to load resource/];
const EDITOR = { email: 'redaccio@comboi.test', password: 'Comboi2027' };
const PAGES = ['Portada del llibret', "Neus Col·lado canta la cançó de l'estoreta velleta", 'I prou'];

/** A PDF of so many megabytes: what comes after its end is nothing to read. */
async function aHeavyPdf(megabytes: number): Promise<Buffer> {
  return Buffer.concat([await aTextPdf(PAGES), Buffer.alloc(megabytes * MB, ' ')]);
}

/** Lets the first piece of a file through; the second waits, and finds the line as it is then. */
async function holdSecondPiece(page: Page): Promise<{ release(): void }> {
  const held = Promise.withResolvers<void>();
  let pieces = 0;
  await page.route('**/api/admin/uploads/**', async (route) => {
    if (route.request().method() === 'PATCH') pieces += 1;
    if (pieces > 1) await held.promise;
    await route.continue();
  });
  return { release: held.resolve };
}

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel('Arxiu PDF').setInputFiles(file);
}

describe('a booklet', () => {
  test('goes up over a line that breaks, and is found, read and opened on a phone until it is deleted', async ({ visit, site }) => {
    const editor = await visit({ expected: LOST });
    await signIn(editor, EDITOR);
    await editor.goto(`${site.url}/admin/llibrets/new`);
    await choose(editor, { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no') });
    await editor.getByText('Si us plau, selecciona un fitxer PDF').waitFor();
    await editor.getByLabel('Any').fill('2019');
    const line = await holdSecondPiece(editor);
    await choose(editor, { name: 'Llibret 2019.pdf', mimeType: 'application/pdf', buffer: await aHeavyPdf(9) });
    await press(button(editor, 'Crear Llibret'));
    await editor.getByText(/Pujant\.\.\. [45]\d%/).first().waitFor();
    await editor.context().setOffline(true);
    line.release();
    await editor.getByText('Sense connexió: continuarà sola quan torne.').waitFor();
    expect(await axeFaults(editor)).toEqual([]);
    await editor.context().setOffline(false);
    await editor.waitForURL(/\/admin\/llibrets$/);
    await editor.getByText('Llibret 2019 creat.').waitFor();
    await expect.poll(async () => (await (await fetch(`${site.url}/api/booklets`)).json()) as unknown).toMatchObject({ booklets: [{ year: 2019, has_text: true, page_count: 3 }] });
    await editor.reload();
    expect(await axeFaults(editor)).toEqual([]);

    const phone = await visit({ device: 'phone', expected: [/status of 404/] });
    await phone.goto('/llibrets');
    expect(await axeFaults(phone)).toEqual([]);
    await phone.getByRole('searchbox').fill('canco collado');
    await press(button(phone, 'Buscar'));
    const result = phone.getByRole('link', { name: /Llibret 2019 · pàgina 2/ });
    await result.waitFor();
    await expect.poll(() => result.locator('mark').allInnerTexts()).toEqual(['Col·lado', 'cançó']);
    await press(result);
    const sheet = phone.getByRole('group', { name: 'Pàgina 2 de 3' });
    await sheet.getByText('cançó').waitFor();
    await expect.poll(() => phone.getByLabel('Anar a la pàgina').inputValue()).toBe('2');
    await expect.poll(() => phone.evaluate(() => CSS.highlights.get('booklet-search')?.size)).toBe(2);
    expect([await axeFaults(phone), await sidewaysPixels(phone)]).toEqual([[], 0]);
    await phone.getByLabel('Buscar en este llibret').fill('prou');
    await phone.getByLabel('Buscar en este llibret').press('Enter');
    await phone.getByText('1 de 1 · pàgina 3').waitFor();
    await expect.poll(() => phone.getByLabel('Anar a la pàgina').inputValue()).toBe('3');

    await phone.goto('/llibrets');
    const opened = phone.context().waitForEvent('page');
    await press(phone.getByRole('link', { name: /^Llibret 2019/ }));
    await phone.getByText("S'ha obert el PDF").waitFor();
    await (await opened).close();

    const reader = await editor.context().newPage();
    await reader.goto('/llibrets');
    await scriptsAtWork(reader);
    await press(button(editor, 'Eliminar'));
    const dialog = editor.getByRole('dialog', { name: 'Estàs segur que vols eliminar el llibret de 2019?' });
    await press(dialog.getByRole('button', { name: 'Eliminar' }));
    await editor.getByText('Llibret eliminat.').waitFor();
    await press(reader.getByRole('link', { name: /^Llibret 2019/ }));
    await reader.getByText('Este llibret ja no hi és.').waitFor();
    const gone = await phone.goto('/llibrets?llibret=2019');
    expect(gone!.status()).toBe(404);
    await phone.getByText('El llibret de 2019 no hi és.').waitFor();
  });

  test('is not under an address that climbs, nor is anything else', async ({ site }) => {
    const { hostname, port } = new URL(site.url);
    for (const path of ['/files/%2e%2e/llibret.pdf', '/files/../llibret.pdf', '/files/%2E%2e/%2e%2e/etc/passwd', '/files/./x.pdf']) {
      const status = await new Promise((resolve, reject) => {
        request({ hostname, port, path }, (response) => resolve(response.resume().statusCode)).once('error', reject).end();
      });
      expect([path, status]).toEqual([path, 404]);
    }
  });
});

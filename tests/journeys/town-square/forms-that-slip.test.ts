import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { aTextPdf } from '#tests/support/app/pictures.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { NO_NETWORK } from '#tests/support/browser/lost-connection.ts';
import { logIn } from '#tests/support/people/account-holder.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import type { Site } from '#tests/support/site/site.ts';

const ADMIN = { email: 'admin@comboi.test', password: DEMO_PASSWORD };
/** The framework's scroll memory complains of shut storage and goes on. */
const SHUT_STORAGE = /SecurityError|operation is insecure/;

interface TriedForm {
  path: string;
  save: RegExp;
  announced: string;
  /** The field that is looked at. */
  field: string;
  fill(page: Page, words: string): Promise<void>;
  /** How often it was saved with these words. */
  saved(site: Site, words: string): Promise<number>;
}

const FORMS: Record<string, TriedForm> = {
  news: {
    path: '/admin/news/new',
    save: /^Crear Notícia$/,
    announced: 'Esborrany guardat.',
    field: 'Títol',
    async fill(page, words) {
      await page.getByLabel('Títol').fill(words);
      await page.getByLabel('Contingut').fill('Tots a la plaça.');
    },
    saved: async (site, words) => (await site.db.query.selectFrom('news').select('id').where('title', '=', words).execute()).length,
  },
  booklet: {
    path: '/admin/llibrets/new',
    save: /^Crear Llibret$/,
    announced: 'creat.',
    field: 'Any',
    async fill(page, words) {
      await page.getByLabel('Any').fill(words);
      await page.getByLabel('Arxiu PDF').setInputFiles({ name: 'llibret.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await aTextPdf(['Llibret'])) });
      await page.getByText('llibret.pdf').first().waitFor();
      await expect.poll(() => page.locator('input[name="fileId"]').inputValue().catch(() => '')).not.toBe('');
    },
    saved: async (site, words) => (await site.db.query.selectFrom('booklets').select('id').where('year', '=', Number(words)).execute()).length,
  },
  settings: {
    path: '/admin/settings',
    save: /^Guardar$/,
    announced: 'Identitat guardada',
    field: 'Lema',
    fill: (page, words) => page.getByLabel('Lema').fill(words),
    saved: async (site, words) => (await site.db.query.selectFrom('siteSettings').select('content').execute()).filter(({ content }) => JSON.stringify(content).includes(words)).length,
  },
};

async function open(page: Page, { path }: TriedForm): Promise<void> {
  await page.goto(path);
  await scriptsAtWork(page);
}

test('what is typed outlives a reload, a step back and a lost connection, and two presses save it once', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: [NO_NETWORK, /dialog: beforeunload/] });
  await logIn(page, ADMIN);
  let slips = 0;
  for (const [index, form] of Object.values(FORMS).entries()) {
    const words = form.field === 'Any' ? '2011' : `Paraules ${index}`;
    const isThere = async (): Promise<void> => {
      await expect.poll(() => page.getByLabel(form.field).first().inputValue()).toBe(words);
      slips += 1;
    };
    await page.goto('/admin');
    await scriptsAtWork(page);
    await press(page.getByRole('navigation').locator(`a[href="${form.path.replace(/\/new$/, '')}"]`).first());
    await page.waitForURL(`**${form.path.replace(/\/new$/, '')}`);
    if (form.path.endsWith('/new')) await press(page.locator(`a[href="${form.path}"]`).first());
    await page.waitForURL(`**${form.path}`);
    // The address changes before the page does, and the list that was left has a field with nearly this name.
    await button(page, form.save).waitFor();
    await form.fill(page, words);

    const dialog = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload(), 0));
    await dialog;
    await isThere();

    await page.evaluate(() => history.back());
    await press(button(page, 'Continuar editant'));
    await isThere();

    await page.context().setOffline(true);
    await press(button(page, form.save));
    await page.getByRole('alert').filter({ hasText: 'No hem pogut connectar' }).waitFor();
    await isThere();
    await page.context().setOffline(false);
    await press(button(page, form.save));
    await page.getByText(form.announced).first().waitFor();
    expect(await form.saved(site, words)).toBe(1);

    const again = form.field === 'Any' ? '2012' : `${words} bis`;
    await open(page, form);
    await form.fill(page, again);
    await button(page, form.save).dblclick();
    await page.getByText(form.announced).first().waitFor();
    await expect.poll(() => form.saved(site, again)).toBe(1);
    slips += 1;
  }
  figure('N5, N6 slips at the forms of news, booklets and settings after which what was typed stood there, and stood there once', slips);
});

test('with its storage blocked a browser opens and saves each of them', async ({ visit, site }) => {
  const page = await visit({ expected: [SHUT_STORAGE] });
  await logIn(page, ADMIN);
  await page.context().addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  for (const form of Object.values(FORMS)) {
    const words = form.field === 'Any' ? '2013' : 'Sense magatzem';
    await open(page, form);
    await form.fill(page, words);
    await press(button(page, form.save));
    await page.getByText(form.announced).first().waitFor();
    expect(await form.saved(site, words)).toBe(1);
  }
});

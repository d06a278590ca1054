import { expect } from 'vitest';

import { aNewsItem } from '#tests/support/app/news.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import { aNamedCode } from '#tests/support/app/vouchers.ts';
import { sidewaysPixels } from '#tests/support/browser/page-checks.ts';
import { goWithin, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { COMPLAINTS, expectUsable, PHONES } from '#tests/support/browser/usable.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { aMember } from '#tests/support/people/accounts.ts';
import { button, goByMenu, heading, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

/** Pages in states that the walks of all forms, which look at every page once, do not come to. */
const OF_GUESTS = ['/tickets', '/calendar', '/my-tickets', '/change-password', '/reset-password', '/admin', '/order/999999'];
const OF_AN_ADMIN = ['/admin?acts=coming', '/admin/search', '/admin/search?q=soci', '/admin/events/day/1', '/admin/events/day/1?phase=tonight', '/admin/events/day/1?phase=after', '/order/1?view=public', '/admin/till', '/admin/sales/1', '/admin/torns/1', '/my-tickets'];

test('what guests are refused, what is not there and what is long is usable by everyone', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: COMPLAINTS });
  await page.goto('/');
  await scriptsAtWork(page);
  for (const path of OF_GUESTS) {
    await goWithin(page, path);
    await expectUsable(page, path);
  }
  const images = [{ bytes: await aPicture(), alt: 'La falla plantada' }, { bytes: await aPicture(), alt: '' }];
  const newsId = await aNewsItem(site, { title: 'Una notícia amb paraules llarguíssimes: desinstitucionalitzar-nos-en', content: `${'Text '.repeat(80)} https://example.com/${'a'.repeat(120)}`, tags: ['nit'], category: 'actes', images });
  const code = await aNamedCode(site, 'PER-A-TOTS-ELS-ACTES');
  for (const path of [`/codi?codi=${code}`, '/news', '/news?q=ningú+així&from=2027-03-01', '/news/999999', `/news/${newsId}`]) {
    await goWithin(page, path);
    await expectUsable(page, path);
  }
  // The carousel's own script comes after the page's; until then its links open the picture itself.
  await page.getByRole('button', { name: 'Imatge següent' }).waitFor();
  await press(page.getByRole('link', { name: 'Ampliar: La falla plantada' }));
  await page.getByRole('dialog').waitFor();
  await expectUsable(page, 'pictures on the whole screen');
  await page.goto('/');
  await press(page.getByLabel('Menú'));
  await expectUsable(page, 'the open menu', PHONES);
});

test('so are admin pages in their other states', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: COMPLAINTS });
  const member = await aMember(site, { name: 'Maria-Encarnació Fernández de Còrdova i Montagut', email: 'maria.encarnacio.fernandez.de.cordova.i.montagut@correu-molt-llarg.example' });
  await signIn(page, { email: 'admin@comboi.test' });
  await page.goto('/');
  await scriptsAtWork(page);
  for (const path of [...OF_AN_ADMIN, `/admin/users/${member.id}`, '/admin/users?q=ningú+així']) {
    await goWithin(page, path);
    await heading(page, /./);
    await expectUsable(page, `${path} of an admin`);
  }
  await page.goto('/admin/users/new');
  await press(button(page, 'Crear usuari'));
  await page.getByRole('alert').first().waitFor();
  await expectUsable(page, 'a user without a name');
  await press(page.getByLabel('Menú'));
  await expectUsable(page, 'the open profile on a phone', PHONES);
});

test('and the open profile on a desktop', async ({ visit }) => {
  const page = await visit({ device: 'desktop' });
  await signIn(page, { email: 'admin@comboi.test' });
  await page.goto('/');
  await press(page.locator('summary', { hasText: 'El meu perfil' }));
  await expectUsable(page, 'the open profile', ['a dark desktop']);
});

test('on a desktop whose text is twice as large the menu is folded, and no page is wider than its window', async ({ visit }) => {
  const page = await visit({ device: 'desktop', expected: COMPLAINTS });
  const tooWide: string[] = [];
  for (const path of ['/', '/tickets', '/calendar', '/contact']) {
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    if ((await sidewaysPixels(page)) > 0) tooWide.push(path);
  }
  expect(tooWide).toEqual([]);
  await goByMenu(page, 'Tiquets');
  await heading(page, 'Hi ha taula, hi ha comboi.');
});

test('on a phone whose text is twice as large no event is cut off at the side', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await page.goto('/tickets');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const cards = page.getByRole('article');
  await expect.poll(() => cards.count()).toBeGreaterThan(3);
  expect(await cards.evaluateAll((all) => all.filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.textContent))).toEqual([]);
});

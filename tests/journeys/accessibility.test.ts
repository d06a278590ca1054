import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { fillLogin, mailAbout, recoveryLinkIn, setPassword } from '#tests/support/people/account-holder.ts';
import { aMember } from '#tests/support/people/accounts.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import type { VisitOptions } from '#tests/support/browser/browser.ts';
import { test } from '#tests/support/site/journey.ts';
import { aNewsItem } from '#tests/support/app/news.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import { atWidth, axeFaults, sidewaysPixels, smallTargets, wordsCutOff } from '#tests/support/browser/page-checks.ts';
import { A_DINNER, addTicket, button, CONCERT, configure, confirm, DINNER, fillBuyer, goToCheckout, heading, mailsTo, openEvent, ordersOf, press, pressOnce } from '#tests/support/people/shopper.ts';
import type { Site } from '#tests/support/site/site.ts';

/** As different from each other as visits get. */
const VISITS: Record<string, VisitOptions> = {
  'a light phone': { device: 'phone', colorScheme: 'light' },
  'a dark desktop': { device: 'desktop', colorScheme: 'dark' },
};
/** Where a page differs only in what fits. */
const NARROWEST: Record<string, VisitOptions> = { 'a dark phone of 320 px': { device: 'tiny', colorScheme: 'dark' } };
const PAGES = ['/', '/tickets', '/premis', '/contact', '/condicions', '/privacitat', '/news', '/calendar', '/llibrets', '/login', '/my-tickets', '/change-password', '/forgot-password', '/reset-password', '/admin', '/order/999999'];
/** Admin pages, and those of an account. */
const SIGNED_IN_PAGES = ['/admin', '/admin/users', '/admin/users/new', '/admin/users/import', '/admin/payments', '/admin/mails', '/admin/till', '/admin/totals', '/admin/sales/1', '/admin/news', '/admin/news/new', '/my-tickets', '/change-password', '/tickets'];

/** One refusal of each look in every visit; on a phone the other texts too, which must fit. */
const LOOKS = [
  { status: 409, code: 'INSUFFICIENT_TICKETS', title: 'Entrades Esgotades', requested: 4, available: 1 },
  { status: 409, code: 'SALES_CLOSED', title: 'Vendes Tancades', saleEndDate: '2027-03-15' },
  { status: 400, code: 'INVALID_EMAIL', title: 'Email Invàlid' },
  { status: 409, code: 'PRICE_CHANGED', title: 'Error', total: 2500 },
];
const REFUSALS = [
  ...LOOKS,
  { status: 409, code: 'TICKETS_SOLD_OUT_DURING_PROCESSING', title: 'Entrades Esgotades', requested: 4, available: 0 },
  { status: 404, code: 'EVENT_NOT_FOUND', title: 'Esdeveniment No Trobat' },
  { status: 409, code: 'SALES_CLOSED', title: 'Vendes Tancades' },
  { status: 409, code: 'EVENT_NOT_AVAILABLE', title: 'Vendes Tancades' },
  { status: 409, code: 'EVENT_PRIVATE', title: 'Esdeveniment Privat' },
  { status: 409, code: 'TOO_MANY_HOLDS', title: 'Error' },
  { status: 503, code: 'BUSY', title: 'Error' },
  { status: 500, code: 'INTERNAL_ERROR', title: 'Error' },
];

const COMPLAINTS = [/40[0-9]/, /50[03]/, /ERR_FAILED/, /Failed to fetch/];

const FITS = { sidewaysPixels: 0, smallTargets: [], wordsCutOff: [] };

async function fitOf(page: Page): Promise<Record<keyof typeof FITS, unknown>> {
  return { sidewaysPixels: await sidewaysPixels(page), smallTargets: await smallTargets(page), wordsCutOff: await wordsCutOff(page) };
}

/** A page against every check. */
async function expectUsable(page: Page, state: string): Promise<void> {
  // Where one page leads to another by itself, words can be read before their style sheet is there.
  await page.waitForLoadState();
  const axe = page.viewportSize()?.width === 320 ? [] : await axeFaults(page);
  expect({ axe, ...(await fitOf(page)) }, state).toEqual({ axe: [], ...FITS });
}

/** The same, and what was reached on a phone on the narrowest one as well. */
async function expectStateUsable(page: Page, state: string): Promise<void> {
  await expectUsable(page, state);
  if (page.viewportSize()?.width === 390) expect(await atWidth(page, 320, () => fitOf(page)), `${state}, on 320 px`).toEqual(FITS);
}

describe.for(Object.entries({ ...VISITS, ...NARROWEST }))('on %s', ([visitor, kind]) => {
  const options: VisitOptions = { ...kind, expected: COMPLAINTS };

  test('every page is usable by everyone', async ({ visit, site }) => {
    const page = await visit(options);
    for (const path of PAGES) {
      await page.goto(path);
      await expectUsable(page, path);
    }
    const images = [{ bytes: await aPicture(), alt: 'La falla plantada' }, { bytes: await aPicture(), alt: '' }];
    const newsId = await aNewsItem(site, { title: 'Una notícia amb paraules llarguíssimes: desinstitucionalitzar-nos-en', content: `${'Text '.repeat(80)} https://example.com/${'a'.repeat(120)}`, tags: ['nit'], category: 'actes', images });
    for (const path of [`/news/${newsId}`, '/news', '/news?q=ningú+així&from=2027-03-01', '/news/999999']) {
      await page.goto(path);
      await expectUsable(page, path);
    }
    await page.goto(`/news/${newsId}`);
    await press(page.getByRole('link', { name: 'Ampliar: La falla plantada' }));
    await page.getByRole('dialog').waitFor();
    await expectUsable(page, 'pictures on the whole screen');
    if (options.device !== 'desktop') {
      await page.goto('/');
      await press(page.getByLabel('Menú'));
      await expectUsable(page, 'the open menu');
    }
  });

  test('so is every admin page and those of an account', async ({ visit, site }) => {
    const page = await visit(options);
    const member = await aMember(site, { name: 'Maria-Encarnació Fernández de Còrdova i Montagut', email: `maria.encarnacio.fernandez.de.cordova.${visitor.replaceAll(' ', '.')}@correu-molt-llarg.example` });
    await page.request.post('/api/session', { data: { email: 'admin@comboi.test', password: DEMO_PASSWORD } });
    for (const path of [...SIGNED_IN_PAGES, `/admin/users/${member.id}`, '/admin/users?q=ningú+així']) {
      await page.goto(path);
      await heading(page, /./);
      await expectUsable(page, `${path} of an admin`);
    }
    await page.goto('/admin/users/new');
    await press(button(page, 'Crear usuari'));
    await page.getByRole('alert').first().waitFor();
    await expectUsable(page, 'a user without a name');
    if (options.device === 'desktop') await press(page.locator('summary', { hasText: 'El meu perfil' }));
    else await press(page.getByLabel('Menú'));
    await expectUsable(page, 'the open profile');
  });
});

describe.for(Object.entries(VISITS))('on %s', ([visitor, kind]) => {
  const options: VisitOptions = { ...kind, expected: COMPLAINTS };

  test('a refused login, a forgotten password and the link of its mail are usable by everyone', async ({ visit, site }) => {
    const page = await visit(options);
    const member = await aMember(site);
    await page.goto('/login');
    await fillLogin(page, { email: member.email, password: 'No7EsAquesta' });
    await page.getByRole('alert').filter({ hasText: 'Credencials incorrectes' }).waitFor();
    await expectStateUsable(page, 'the login after a refusal');
    await page.goto('/forgot-password');
    await page.getByLabel('Correu electrònic').fill(member.email);
    await press(button(page, "Enviar l'enllaç"));
    await heading(page, 'Correu Enviat');
    await expectStateUsable(page, 'the mail is on its way');
    const link = recoveryLinkIn(await mailAbout(page, { to: member.email, subject: 'Restaura la contrasenya' }));
    await expectMailUsable(page, member.email);
    await page.goto(link.href);
    await page.getByLabel('Nova contrasenya', { exact: true }).fill('Quatre');
    await press(button(page, 'Guardar la contrasenya'));
    await page.getByRole('alert').first().waitFor();
    await expectStateUsable(page, 'a new password that breaks a rule');
    await setPassword(page, 'Quatre4Carxofes');
    await expectStateUsable(page, 'the new password is set');
    await page.goto(link.href);
    await page.getByRole('alert').first().waitFor();
    await expectStateUsable(page, 'a link that was used');
  });

  test('so is every state of a purchase', async ({ visit, site }) => {
    const page = await visit(options);
    await openEvent(page, DINNER);
    await expectStateUsable(page, 'an empty order');
    await press(button(page, /Afegir un/));
    await configure(page, { choices: ['Carxofes de Benicarló', 'Esgarraet'], note: 'Sense sal' });
    await expectStateUsable(page, 'the dialog, incomplete');
    await configure(page, A_DINNER);
    await expectStateUsable(page, 'the dialog, complete');
    await press(button(page, 'Afegir a la comanda'));
    await addTicket(page, A_DINNER);
    await press(button(page, 'Eliminar Ticket 2'));
    await expectStateUsable(page, 'an order and a toast');

    await goToCheckout(page);
    await pressOnce(button(page, 'Confirmar i Pagar'));
    await page.getByText('Per favor, introdueix un email vàlid').waitFor();
    await expectStateUsable(page, 'the checkout with a wrong address');
    const email = `${visitor.replaceAll(' ', '-')}@example.com`;
    await fillBuyer(page, email);
    for (const { status, title, ...refusal } of options.device === 'phone' ? REFUSALS : LOOKS) {
      await page.route(/\/api\/orders$/, (route) => route.fulfill({ status, json: { message: 'Un missatge', ...refusal } }), { times: 1 });
      await pressOnce(button(page, 'Confirmar i Pagar'));
      await page.getByRole('alert').filter({ hasText: title }).first().waitFor();
      await expectStateUsable(page, `the checkout after ${refusal.code}`);
    }

    await confirm(page);
    await expectStateUsable(page, 'the open payment page');
    const paymentUrl = page.url();
    await press(button(page, 'Rebutjar'));
    await page.getByText('Targeta rebutjada').waitFor();
    await expectStateUsable(page, 'the payment page after a refusal');

    const [order] = await ordersOf(site, email);
    const looked = Promise.withResolvers<void>();
    await page.route(/\/api\/orders\//, async (route) => {
      await looked.promise;
      await route.abort();
    });
    await page.goto(`/payment-success?order_id=${order!.id}`);
    await heading(page, 'Comprovant el pagament...');
    await expectStateUsable(page, 'the result, checking');
    looked.resolve();
    await heading(page, 'Processant el pagament...');
    await expectStateUsable(page, 'the result, processing without a connection');
    await page.unroute(/\/api\/orders\//);

    await page.goto(paymentUrl);
    await press(button(page, 'Cancel·lar'));
    await page.getByText('Pagament cancel·lat').waitFor();
    await expectStateUsable(page, 'the checkout after a cancelled payment');
    await page.goto(paymentUrl);
    await expectStateUsable(page, 'the payment page that ran out');
    await expect.poll(() => ordersOf(site, email)).toMatchObject([{ status: 'cancelled' }]);
    await page.goto(`/payment-success?order_id=${order!.id}`);
    await heading(page, 'Error en el Pagament');
    await expectStateUsable(page, 'the result, failed');

    await page.goto(paymentUrl);
    await press(button(page, 'Pagar tard (prova)'));
    await heading(page, 'Ja tens els tiquets!');
    await expectStateUsable(page, 'the tickets');
    await press(button(page, /^A pantalla completa/).first());
    await expectStateUsable(page, 'a code over the whole screen');
    await page.keyboard.press('Escape');
    await press(page.getByRole('link', { name: 'Donar-ne un' }));
    await press(button(page, 'Fer un enllaç per al Ticket 1'));
    const gift = page.getByText(/^http.*\/regal\?codi=/);
    await gift.waitFor();
    await expectStateUsable(page, 'a link that gives a ticket');
    await page.goto((await gift.textContent())!);
    await expectStateUsable(page, 'the link, opened');
    await page.getByLabel('El teu nom').fill('Marta');
    await press(button(page, 'Agafar el tiquet'));
    await heading(page, 'Ja tens el tiquet!');
    await expectStateUsable(page, 'a ticket that was taken');
    await page.goto(paymentUrl);
    await expectStateUsable(page, 'the payment page that is paid');
    await expectMailUsable(page, email);
  });

  test('so are long waits, failed mails, full carts and what cannot be read', async ({ visit, site }) => {
    const page = await visit(options);
    await longWait(page, site, `pacient-${visitor.replaceAll(' ', '-')}@example.com`);
    await page.goto('/contact');
    await page.route(/\/tickets\.data/, (route) => route.abort());
    await goByMenu(page, 'Tiquets');
    await page.getByText('No hem pogut carregar els esdeveniments').waitFor();
    await expectStateUsable(page, 'the list that cannot be read');

    const event = await anEvent(site, { title: 'Sopar molt llarg de nom, amb moltíssimes paraules i alguna_que_no_es_pot_partir_de_cap_manera', maxTickets: 5, dishes: {} });
    await page.goto(`/order/${event.id}`);
    for (let ticket = 0; ticket < 6; ticket += 1) await addTicket(page, { note: 'x'.repeat(200) });
    await page.getByText('Només queden 5 entrades').waitFor();
    await expectStateUsable(page, 'an order of more than is left, with long words');
    for (const path of ['/', '/tickets', `/calendar?dia=${event.date}`, `/checkout/${event.id}`]) {
      await page.goto(path);
      await page.getByText(event.title).first().waitFor();
      await expectStateUsable(page, `${path} with long words`);
    }
    await site.db.query.updateTable('events').set({ archivedAt: site.clock.now() }).where('id', '=', event.id).execute();
  });
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
  expect(await cards.count()).toBeGreaterThan(3);
  expect(await cards.evaluateAll((all) => all.filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.textContent))).toEqual([]);
});

/** The list of mails, and the mail itself out of its frame: no script may run in there, axe's neither. */
async function expectMailUsable(page: Page, email: string): Promise<void> {
  await mailsTo(page, email);
  await page.goto('/dev/mail');
  const frame = page.locator('iframe');
  const mail = await frame.getAttribute('src');
  await frame.evaluate((element) => element.remove());
  await expectStateUsable(page, 'the list of mails');
  await page.route(`**${mail}`, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(mail!);
  // Mail programs put a mail into a page of their own.
  expect(await axeFaults(page, { except: ['landmark-one-main', 'region'] })).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
}

async function goByMenu(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true });
  const menu = page.getByLabel('Menú');
  if (await menu.isVisible()) await press(menu);
  await press(link);
}

/** The result page after 180 s without news, and after a mail that failed. */
async function longWait(page: Page, site: Site, email: string): Promise<void> {
  await openEvent(page, CONCERT);
  await addTicket(page);
  await goToCheckout(page);
  await fillBuyer(page, email);
  await confirm(page);
  const paymentUrl = page.url();
  const [order] = await ordersOf(site, email);
  await page.clock.install();
  const held = page.waitForRequest(/\/api\/orders\//);
  // The time passes while an answer is on its way.
  await page.route(/\/api\/orders\//, async (route) => {
    await page.clock.fastForward(181_000);
    await route.continue();
  }, { times: 1 });
  await page.goto(`/payment-success?order_id=${order!.id}`);
  await page.clock.runFor(3_000);
  await held;
  await heading(page, 'Processament en Curs');
  await expectStateUsable(page, 'the result, after too long a wait');
  await page.goto(paymentUrl);
  await page.clock.resume();
  await press(button(page, 'Pagar'));
  await heading(page, 'Ja tens els tiquets!');
  await expect.poll(() => site.db.query.selectFrom('mails').select('status').where('recipient', '=', email).executeTakeFirst()).toEqual({ status: 'sent' });
  await site.db.query.updateTable('mails').set({ status: 'failed' }).where('recipient', '=', email).execute();
  await page.reload();
  await page.getByText('Reenviar Correu').waitFor();
  await expectStateUsable(page, 'the tickets whose mail failed');
}

import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { axeFaults, sidewaysPixels } from '#tests/support/browser/page-checks.ts';
import { COMPLAINTS, expectUsable, takeLook } from '#tests/support/browser/usable.ts';
import { fillLogin, mailAbout, recoveryLinkIn, setPassword } from '#tests/support/people/account-holder.ts';
import { aMember } from '#tests/support/people/accounts.ts';
import { A_DINNER, addTicket, BOUGHT, button, CONCERT, configure, confirm, DINNER, fillBuyer, goByMenu, goToCheckout, heading, mailsTo, openEvent, ordersOf, press, pressOnce } from '#tests/support/people/shopper.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { testWithMails as test } from '#tests/support/site/journey.ts';
import type { Site } from '#tests/support/site/site.ts';

/** One refusal of each look, which is looked at in every light. */
const LOOKS = [
  { status: 409, code: 'INSUFFICIENT_TICKETS', title: 'Entrades Esgotades', requested: 4, available: 1 },
  { status: 409, code: 'SALES_CLOSED', title: 'Vendes Tancades', saleEndDate: '2027-03-15' },
  { status: 400, code: 'INVALID_EMAIL', title: 'Email Invàlid' },
  { status: 409, code: 'PRICE_CHANGED', title: 'Error', total: 2500 },
];
/** Texts of the same looks, which must fit on the narrowest phone. */
const OTHER_TEXTS = [
  { status: 409, code: 'TICKETS_SOLD_OUT_DURING_PROCESSING', title: 'Entrades Esgotades', requested: 4, available: 0 },
  { status: 404, code: 'EVENT_NOT_FOUND', title: 'Esdeveniment No Trobat' },
  { status: 409, code: 'SALES_CLOSED', title: 'Vendes Tancades' },
  { status: 409, code: 'EVENT_NOT_AVAILABLE', title: 'Vendes Tancades' },
  { status: 409, code: 'EVENT_PRIVATE', title: 'Esdeveniment Privat' },
  { status: 409, code: 'TOO_MANY_HOLDS', title: 'Error' },
  { status: 503, code: 'BUSY', title: 'Error' },
  { status: 500, code: 'INTERNAL_ERROR', title: 'Error' },
];

test('a refused login, a forgotten password and the link of its mail are usable by everyone', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: COMPLAINTS });
  const member = await aMember(site);
  await page.goto('/login');
  await fillLogin(page, { email: member.email, password: 'No7EsAquesta' });
  await page.getByRole('alert').filter({ hasText: 'Credencials incorrectes' }).waitFor();
  await expectUsable(page, 'the login after a refusal');
  await page.goto('/forgot-password');
  await page.getByLabel('Correu electrònic').fill(member.email);
  await press(button(page, "Enviar l'enllaç"));
  await heading(page, 'Correu Enviat');
  await expectUsable(page, 'the mail is on its way');
  const link = recoveryLinkIn(await mailAbout(page, { to: member.email, subject: 'Restaura la contrasenya' }));
  await expectMailUsable(page, member.email);
  await page.goto(link.href);
  await page.getByLabel('Nova contrasenya', { exact: true }).fill('Quatre');
  await press(button(page, 'Guardar la contrasenya'));
  await page.getByRole('alert').first().waitFor();
  await expectUsable(page, 'a new password that breaks a rule');
  await setPassword(page, 'Quatre4Carxofes');
  await expectUsable(page, 'the new password is set');
  await page.goto(link.href);
  await page.getByRole('alert').first().waitFor();
  await expectUsable(page, 'a link that was used');
});

test('so is every state of a purchase', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: COMPLAINTS });
  await openEvent(page, DINNER);
  await expectUsable(page, 'an empty order');
  await press(button(page, /Afegir un/));
  await configure(page, { choices: ['Carxofes de Benicarló', 'Esgarraet'], note: 'Sense sal' });
  await expectUsable(page, 'the dialog, incomplete');
  await configure(page, A_DINNER);
  await expectUsable(page, 'the dialog, complete');
  await press(button(page, 'Afegir a la comanda'));
  await addTicket(page, A_DINNER);
  await press(button(page, 'Eliminar Ticket 2'));
  await expectUsable(page, 'an order and a toast');

  await goToCheckout(page);
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.getByText('Per favor, introdueix un email vàlid').waitFor();
  await expectUsable(page, 'the checkout with a wrong address');
  const email = 'usable@example.com';
  await fillBuyer(page, email);
  for (const { status, title, ...refusal } of [...LOOKS, ...soakCases(OTHER_TEXTS, 0)]) {
    await page.route(/\/api\/orders$/, (route) => route.fulfill({ status, json: { message: 'Un missatge', ...refusal } }), { times: 1 });
    await pressOnce(button(page, /^(Confirmar i Pagar|Tornar-ho a provar)$/));
    await page.getByRole('alert').filter({ hasText: title }).first().waitFor();
    await expectUsable(page, `the checkout after ${refusal.code}`, LOOKS.some(({ code }) => code === refusal.code) ? undefined : ['a dark phone of 320 px']);
  }

  await confirm(page);
  await expectUsable(page, 'the open payment page');
  const paymentUrl = page.url();
  await press(button(page, 'Rebutjar'));
  await page.getByText('Targeta rebutjada').waitFor();
  await expectUsable(page, 'the payment page after a refusal');

  const [order] = await ordersOf(site, email);
  const looked = Promise.withResolvers<void>();
  await page.route(/\/api\/orders\//, async (route) => {
    await looked.promise;
    await route.abort();
  });
  await page.goto(`/payment-success?order_id=${order!.id}`);
  await heading(page, 'Comprovant el pagament...');
  await expectUsable(page, 'the result, checking');
  looked.resolve();
  await heading(page, 'Processant el pagament...');
  await expectUsable(page, 'the result, processing without a connection');
  await page.unroute(/\/api\/orders\//);

  await page.goto(paymentUrl);
  await press(button(page, 'Cancel·lar'));
  await page.getByText('Pagament cancel·lat').waitFor();
  await expectUsable(page, 'the checkout after a cancelled payment');
  await expect.poll(() => ordersOf(site, email)).toMatchObject([{ status: 'cancelled' }]);
  await page.goto(paymentUrl);
  await expectUsable(page, 'the payment page that ran out');
  await page.goto(`/payment-success?order_id=${order!.id}`);
  await heading(page, 'Error en el Pagament');
  await expectUsable(page, 'the result, failed');

  await page.goto(paymentUrl);
  await press(button(page, 'Pagar tard (prova)'));
  await heading(page, BOUGHT);
  await expectUsable(page, 'the tickets');
  await press(button(page, /^A pantalla completa/).first());
  await expectUsable(page, 'a code over the whole screen');
  await page.keyboard.press('Escape');
  await press(page.getByRole('link', { name: 'Donar-ne un' }));
  await press(button(page, 'Fer un enllaç per al Ticket 1'));
  const transferLink = page.getByText(/^http.*\/regal\?codi=/);
  await transferLink.waitFor();
  await expectUsable(page, 'a link that gives a ticket');
  await page.goto((await transferLink.textContent())!);
  await expectUsable(page, 'the link, opened');
  await page.getByLabel('El teu nom').fill('Marta');
  await press(button(page, 'Agafar el tiquet'));
  await heading(page, 'Ja tens el tiquet!');
  await expectUsable(page, 'a ticket that was taken');
  await page.goto(paymentUrl);
  await expectUsable(page, 'the payment page that is paid');
  await expectMailUsable(page, email);
});

test.runIf(inject('soak'))('so are long waits, failed mails, full carts and what cannot be read', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: COMPLAINTS });
  await longWait(page, site, 'pacient@example.com');
  await page.goto('/contact');
  await page.route(/\/tickets\.data/, (route) => route.abort());
  await goByMenu(page, 'Tiquets');
  await page.getByText('No hem pogut carregar els esdeveniments').waitFor();
  await expectUsable(page, 'the list that cannot be read');

  const event = await anEvent(site, { title: 'Sopar molt llarg de nom, amb moltíssimes paraules i alguna_que_no_es_pot_partir_de_cap_manera', maxTickets: 5, dishes: {} });
  await page.goto(`/order/${event.id}`);
  for (let ticket = 0; ticket < 6; ticket += 1) await addTicket(page, { note: 'x'.repeat(200) });
  await page.getByText('Només queden 5 entrades').waitFor();
  await expectUsable(page, 'an order of more than is left, with long words');
  for (const path of ['/', '/tickets', `/calendar?dia=${event.date}`, `/checkout/${event.id}`]) {
    await page.goto(path);
    await page.getByText(event.title).first().waitFor();
    await expectUsable(page, `${path} with long words`);
  }
  await site.db.query.updateTable('events').set({ archivedAt: site.clock.now() }).where('id', '=', event.id).execute();
});

/** The list of mails, and the mail itself out of its frame: no script may run in there, axe's neither. */
async function expectMailUsable(page: Page, email: string): Promise<void> {
  await mailsTo(page, email);
  await page.goto('/dev/mail');
  const frame = page.locator('iframe');
  const mail = await frame.getAttribute('src');
  await frame.evaluate((element) => element.remove());
  await expectUsable(page, 'the list of mails');
  await page.route(`**${mail}`, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(mail!);
  for (const look of ['a light phone', 'a dark desktop'] as const) {
    await takeLook(page, look);
    // Mail programs put a mail into a page of their own.
    expect(await axeFaults(page, { except: ['landmark-one-main', 'region'] }), look).toEqual([]);
    expect(await sidewaysPixels(page), look).toBe(0);
  }
  await takeLook(page, 'a light phone');
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
  await expectUsable(page, 'the result, after too long a wait');
  await page.goto(paymentUrl);
  await page.clock.resume();
  await press(button(page, 'Pagar'));
  await heading(page, BOUGHT);
  await expect.poll(() => site.db.query.selectFrom('mails').select('status').where('recipient', '=', email).executeTakeFirst()).toEqual({ status: 'sent' });
  await site.db.query.updateTable('mails').set({ status: 'failed' }).where('recipient', '=', email).execute();
  await page.reload();
  await page.getByText('Reenviar Correu').waitFor();
  await expectUsable(page, 'the tickets whose mail failed');
}

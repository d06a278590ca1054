import { expect, inject } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { textsOfPrint } from '#tests/support/browser/printed-pages.ts';
import { COMPLAINTS, expectUsable } from '#tests/support/browser/usable.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { aDinnerAtTables } from '#tests/support/people/diners.ts';
import { addTicket, button, confirm, fillBuyer, goToCheckout, heading, mailsTo, pay, press, pressOnce } from '#tests/support/people/shopper.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';

test('friends make a colla while they buy, and others sit with them by its link without typing anything about it', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar de colles', groups: true, dishes: {} });
  const neus = await visit({ device: 'phone', expected: COMPLAINTS });
  await neus.goto(`/order/${event.id}`);
  await addTicket(neus);
  await neus.getByLabel('Crear una colla').check();
  await goToCheckoutWithProblem(neus);
  await neus.getByLabel('Nom de la colla').fill('Els de sempre');
  await neus.getByLabel('El teu nom (opcional)').fill('Neus');
  await expectUsable(neus, 'a colla in the cart');
  await goToCheckout(neus);
  await fillBuyer(neus, 'neus@example.com');
  await confirm(neus);
  await pay(neus);
  await neus.getByText('«Els de sempre»').waitFor();
  await expectUsable(neus, 'the paid page with a colla');
  expect(await neus.getByRole('link', { name: 'Convidar a la colla' }).getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\?text=.*colla%2F[0-9A-Z]{6}$/);
  await press(neus.getByRole('link', { name: 'La teua colla' }));
  await heading(neus, 'La teua colla');
  await expectUsable(neus, 'the own colla');
  const link = (await neus.getByText(/\/colla\/[0-9A-Z]{6}$/).textContent())!;

  const pau = await visit({ device: 'phone', expected: COMPLAINTS });
  await pau.goto(new URL(link).pathname);
  await pau.getByText('Ve Neus.').waitFor();
  await expectUsable(pau, 'the page of a colla');
  await press(pau.getByRole('link', { name: 'Comprar i seure amb ells' }));
  await pau.getByText('Seuràs amb').waitFor();
  await addTicket(pau);
  await goToCheckout(pau);
  await fillBuyer(pau, 'pau@example.com');
  await confirm(pau);
  await pay(pau);
  await pau.getByText('«Els de sempre»').waitFor();
  await pau.goto(new URL(link).pathname);
  await heading(pau, 'Els de sempre');
  await pau.getByRole('heading', { name: '2 places de moment' }).waitFor();
});

test.runIf(inject('soak'))('where the script of the colles is lost one can buy all the same', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar sense xarxa', groups: true, dishes: {} });
  const page = await visit({ device: 'phone', expected: COMPLAINTS });
  await page.route('**/assets/group-line-*.js', (route) => route.abort());
  await page.goto(`/order/${event.id}`);
  await page.getByText('No hem pogut carregar les colles').waitFor();
  await addTicket(page);
  await goToCheckout(page);
  // Whoever went past the choice is asked once more, and may pass again.
  expect(await page.getByRole('link', { name: 'Vens amb una colla?' }).getAttribute('href')).toBe(`/order/${event.id}#colla`);
});

async function goToCheckoutWithProblem(page: Parameters<typeof goToCheckout>[0]): Promise<void> {
  await press(button(page, /^(Procedir al pagament|Continuar)$/));
  await page.getByText('Escriu el nom de la colla').first().waitFor();
}

test('the tables are arranged, moved and published in a browser, and each holder is written to once', async ({ site, visit }) => {
  const { eventId, tableIds } = await aDinnerAtTables(site);
  const page = await visit({ device: 'desktop', expected: COMPLAINTS });
  await signIn(page, { email: 'admin@comboi.test' });
  await page.goto(`/admin/taules/${eventId}`);
  await heading(page, 'Taules');
  await pressOnce(button(page, 'Repartir'));
  await page.getByText('Repartit: mira davall').waitFor();
  await page.getByText('6 asseguts').waitFor();
  await expectUsable(page, 'the plan');
  const first = page.getByRole('link', { name: /Taula 1\b/ }).first();
  await first.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/taula=/);
  await expectUsable(page, 'a chosen table');
  await press(page.getByText('Com a llista'));
  await page.getByLabel('Taula per a Quintos').last().selectOption(tableIds[3]!);
  await pressOnce(page.getByRole('listitem').filter({ hasText: 'Quintos' }).last().getByRole('button', { name: 'Moure' }));
  await page.getByText('Mogut.').waitFor();
  await pressOnce(button(page, 'Desfer'));
  await page.getByText('Desfet.').waitFor();
  await pressOnce(button(page, 'Publicar'));
  await pressOnce(page.getByRole('dialog').getByRole('button', { name: /Publicar i enviar 3 correus/ }));
  await page.getByText('Publicat: la taula ja ix').waitFor();
  for (const at of [0, 1, 2]) await expect.poll(async () => (await mailsTo(page, `comensal${at}@example.com`)).filter(({ subject }) => subject.startsWith('Taul')).length, { timeout: 30_000 }).toBe(1);
});

test('what the walks of all forms do not come to is usable by everyone, on paper as well', async ({ site, visit }) => {
  const { eventId } = await aDinnerAtTables(site, { seated: true });
  const page = await visit({ device: 'desktop', expected: COMPLAINTS });
  await signIn(page, { email: 'admin@comboi.test' });
  for (const path of [`/admin/seure/${eventId}`, ...['llista', 'plano', 'cuina'].map((paper) => `/admin/taules/${eventId}/imprimir/${paper}`)]) {
    await page.goto(path);
    await heading(page, /./);
    await expectUsable(page, path);
  }
});

test('without scripts people are seated by choosing a table from a list', async ({ site, visit }) => {
  const { eventId, tableIds, orders } = await aDinnerAtTables(site);
  const page = await visit({ device: 'phone', expected: COMPLAINTS });
  await signIn(page, { email: 'admin@comboi.test' });
  const quiet = await visit({ device: 'phone', javaScriptEnabled: false, expected: COMPLAINTS });
  await quiet.context().addCookies(await page.context().cookies());
  await quiet.goto(`/admin/taules/${eventId}`);
  await quiet.getByLabel('Taula per a Els de sempre').first().selectOption(tableIds[0]!);
  await quiet.getByRole('button', { name: 'Seure' }).first().click();
  await quiet.getByText('3 asseguts').waitFor();
  await quiet.goto(`/la-meua-colla?order_id=${orders[2]!.orderId}`);
  await quiet.getByLabel('Nom de la colla').fill('Una altra');
  await quiet.getByRole('button', { name: 'Crear la colla' }).click();
  await quiet.getByRole('heading', { name: 'Una altra' }).waitFor();
});

for (const hall of soakCases(['30 taules de 8', '1 taula de 8', '2 taules de 8', '100 taules de 8'])) {
  test(`no print of a hall of ${hall} has an empty sheet, and each card has its own`, async ({ site, visit }) => {
    const { eventId, tableIds } = await aDinnerAtTables(site, { seated: true, hall });
    const needing = await site.db.query.selectFrom('tickets').select('id').where('eventId', '=', eventId).execute();
    await site.db.query.insertInto('ticketNeeds').values(needing.map(({ id }) => ({ ticketId: id, codes: ['milk'], forOther: false, consentVersion: '2026-11', consentedAt: site.clock.now() }))).execute();
    const page = await visit({ device: 'desktop', expected: COMPLAINTS });
    await signIn(page, { email: 'admin@comboi.test' });
    const print = async (path: string, paper?: Parameters<typeof textsOfPrint>[1]): Promise<number> => {
      await page.goto(path);
      await heading(page, /./);
      const texts = await textsOfPrint(page, paper);
      expect(texts, path).not.toContain(0);
      return texts.length;
    };
    const papers = `/admin/taules/${eventId}/imprimir`;
    expect(await print(`${papers}/targetes`)).toBe(tableIds.length);
    expect(await page.getByRole('article').evaluateAll((cards) => cards.filter((card) => card.scrollHeight > card.clientHeight))).toEqual([]);
    expect(await print(`${papers}/llista`)).toBe(1);
    expect(await print(`${papers}/llista?noms=si`)).toBe(1);
    expect(await print(`${papers}/cuina`)).toBe(1);
    expect(await print(`${papers}/plano`)).toBeLessThanOrEqual(tableIds.length > 30 ? 4 : 1);
    expect(await print(`${papers}/plano`, { format: 'A4', landscape: true })).toBeLessThanOrEqual(tableIds.length > 30 ? 4 : 1);
    expect(await print(`/admin/necessitats/${eventId}`)).toBe(1);
  });
}

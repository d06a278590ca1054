import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { addTicket, button, confirm, fillBuyer, goToCheckout, heading, pay, press, pressOnce } from '#tests/support/people/shopper.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';

const ADMIN = { email: 'admin@comboi.test', password: DEMO_PASSWORD };

async function fillEvent(page: Page, title: string): Promise<void> {
  await page.getByLabel('Títol').fill(title);
  await page.getByLabel('Emoji', { exact: true }).fill('🥘');
  await page.getByLabel('Data', { exact: true }).fill('15/3/2030');
  await page.getByLabel('Hora', { exact: true }).fill('2130');
  await page.getByLabel('Descripció').fill('Sopar al casal, amb música.');
  await page.getByLabel('Preu de referència').fill('12,5');
}

test('an admin creates an event with menus at a desk, and somebody buys it on a phone', async ({ visit, site }) => {
  const admin = await visit({ device: 'desktop' });
  await signIn(admin, ADMIN);
  await admin.goto('/admin');
  await scriptsAtWork(admin);
  await press(admin.getByRole('link', { name: '+ Nou Esdeveniment' }));
  await heading(admin, 'Crear Esdeveniment');
  const title = 'Sopar del carrer';
  await fillEvent(admin, title);
  await expect.poll(() => admin.getByLabel('Data', { exact: true }).inputValue()).toBe('15 de març, 2030');
  await press(button(admin, 'Continuar als Menús'));
  await heading(admin, 'Menús i Opcions');
  await press(button(admin, 'Afegir secció'));
  await admin.getByLabel('Nom de la secció').fill('Segon');
  await admin.getByLabel('Nom', { exact: true }).fill('Paella');
  await admin.getByLabel('Preu públic').fill('12,50');
  await admin.getByLabel('Preu socis').fill('10');
  await press(button(admin, 'Guardar i Finalitzar'));
  await admin.getByText('Menús guardats.').waitFor();
  await press(admin.getByRole('link', { name: /^Veure els \d+ pròxims actes$/ }));
  await admin.getByRole('heading', { name: title }).waitFor();

  const { id } = await site.db.query.selectFrom('events').select('id').where('title', '=', title).executeTakeFirstOrThrow();
  const buyer = await visit({ device: 'phone' });
  await buyer.goto(`/order/${id}`);
  await scriptsAtWork(buyer);
  await addTicket(buyer, { choices: ['Paella'] });
  await goToCheckout(buyer);
  await fillBuyer(buyer, 'menjador@example.com');
  await confirm(buyer);
  await pay(buyer);
  const bought = await site.db.query.selectFrom('orders').select(['status', 'totalAmount']).where('eventId', '=', id).execute();
  expect(bought).toEqual([{ status: 'paid', totalAmount: 1250 }]);
});

test('sections of another event are brought over, looked at in the prices of each category, and put in order', async ({ visit, site }) => {
  const lastYear = await anEvent(site, { title: "Sopar de l'any passat", dishes: { Paella: [1450, 1250, 1050], Fideuà: [1300, 1100, 900] } });
  const event = await anEvent(site, { title: "Sopar d'enguany", dishes: {}, referencePrice: 1200 });
  const admin = await visit({ device: 'phone' });
  await signIn(admin, ADMIN);
  await admin.goto(`/admin/events/menus/${event.id}`);
  await scriptsAtWork(admin);
  await press(admin.getByText("Portar seccions d'un altre acte"));
  await admin.getByLabel('De quin acte').selectOption(String(lastYear.id));
  await press(button(admin, 'Afegir 1 secció'));
  const names = admin.getByLabel('Nom', { exact: true });
  await expect.poll(() => names.count()).toBe(2);

  await press(admin.getByText('Com ho vorà qui compra'));
  for (const [category, price] of [['Públic', '14,50 €'], ['Soci', '12,50 €'], ['Comissió', '10,50 €']] as const) {
    await press(button(admin, category));
    const preview = admin.getByRole('group', { name: `Vista prèvia, ${category}` });
    await preview.getByRole('listitem').filter({ hasText: 'Paella' }).getByText(price).waitFor();
  }
  await admin.getByLabel('Preu comissió').first().fill('8,75');
  await admin.getByRole('group', { name: 'Vista prèvia, Comissió' }).getByText('8,75 €').waitFor();

  await admin.getByRole('button', { name: /^Amunt: Plat 2/ }).focus();
  await admin.keyboard.press('Enter');
  await expect.poll(() => names.first().inputValue()).toBe('Fideuà');
  await press(button(admin, 'Guardar i Finalitzar'));
  await admin.getByText('Menús guardats.').waitFor();
  const menu = async (id: number): Promise<EventDetail> => (await fetch(new URL(`/api/events/${id}`, site.url))).json() as Promise<EventDetail>;
  const saved = (await menu(event.id)).sections.map(({ items }) => items.map(({ name, price }) => [name, price]));
  expect(saved).toEqual([[['Fideuà', 1300], ['Paella', 1450]]]);
  expect((await menu(lastYear.id)).sections).toEqual(lastYear.sections);
});

const PASTED = `Primer: amanida (cap; vegà) 4 / sopa (api) 3,75
Segon: paella 12 10 8 / fideuà (gluten, crustacis i peix) 13
Postres (opcional): taronja 2 / flam (ous, llet) 3
Extres: vi (sulfits) 2,50`;

test.runIf(inject('soak'))('a menu of three courses comes from pasted text in fifteen taps, with what its dishes contain', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar enganxat', dishes: {} });
  const admin = await visit({ device: 'phone' });
  await signIn(admin, ADMIN);
  await admin.goto(`/admin/events/menus/${event.id}`);
  await scriptsAtWork(admin);
  let taps = 0;
  const tap = async (target: Locator): Promise<void> => {
    taps += 1;
    await press(target);
  };
  await tap(admin.getByText('Enganxar el menú com a text'));
  const box = admin.getByLabel('El menú, tal com el tens escrit');
  await tap(box);
  await box.fill(PASTED);
  await tap(button(admin, 'Afegir 7 plats'));
  const names = admin.getByLabel('Nom', { exact: true });
  await expect.poll(() => names.count()).toBe(7);
  // The wine is fine for everybody who may drink it.
  await tap(admin.locator('summary', { hasText: 'Al·lèrgens: Conté sulfits' }));
  await tap(admin.getByLabel('vegà', { exact: true }).last());
  await tap(button(admin, 'Guardar i Finalitzar'));
  await admin.getByText('Menús guardats.').waitFor();
  const saved = (await (await fetch(new URL(`/api/events/${event.id}`, site.url))).json()) as EventDetail;
  expect(saved.sections.map(({ name, required, items }) => [name, required, items.map((dish) => [dish.name, dish.price, dish.allergens])])).toEqual([
    ['Primer', true, [['amanida', 400, []], ['sopa', 375, ['celery']]]],
    ['Segon', true, [['paella', 1200, null], ['fideuà', 1300, ['gluten', 'crustaceans', 'fish']]]],
    ['Postres', false, [['taronja', 200, null], ['flam', 300, ['eggs', 'milk']]]],
  ]);
  expect(saved.options.map(({ name, price, allergens, diets }) => [name, price, allergens, diets])).toEqual([['vi', 250, ['sulphites'], ['vegan']]]);
  figure('taps for a menu of three courses from pasted text', taps);
  expect(taps).toBeLessThanOrEqual(15);
});

test('an event with its picture and a menu of three courses is made on a phone, and a refusal loses none of it', async ({ visit, site }) => {
  const admin = await visit({ device: 'phone' });
  await signIn(admin, ADMIN);
  await admin.goto('/admin');
  await scriptsAtWork(admin);
  let taps = 0;
  const tap = async (target: Locator): Promise<void> => {
    taps += 1;
    await press(target);
  };
  const type = async (label: string, text: string): Promise<void> => {
    const field = admin.getByLabel(label, { exact: true });
    await tap(field);
    await field.fill(text);
  };
  const chooser = admin.getByLabel(/^Tria una (altra )?imatge/);
  const chosen = admin.getByRole('img', { name: 'La imatge triada' });
  const title = 'Sopar amb cartell';

  await tap(admin.getByRole('link', { name: '+ Nou Esdeveniment' }));
  await heading(admin, 'Crear Esdeveniment');
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await admin.getByText('notes.txt: Tipo de archivo no permitido. Usa JPG, PNG, WebP o GIF.').waitFor();
  taps += 1;
  await chooser.setInputFiles({ name: 'cartell.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await aPicture({ width: 1200, height: 900 })) });
  await chosen.waitFor();
  await press(button(admin, 'Continuar als Menús'));
  await admin.getByText('Escriu el títol').first().waitFor();
  await chosen.waitFor();

  await type('Títol', title);
  await type('Emoji', '🥘');
  await type('Data', '15/3/2031');
  await type('Hora', '2130');
  await type('Descripció', 'Sopar al casal.');
  await type('Preu de referència', '12');
  await tap(button(admin, 'Continuar als Menús'));
  await heading(admin, 'Menús i Opcions');
  await tap(admin.getByText('Enganxar el menú com a text'));
  await type('El menú, tal com el tens escrit', PASTED);
  await tap(button(admin, 'Afegir 7 plats'));
  await expect.poll(() => admin.getByLabel('Nom', { exact: true }).count()).toBe(7);
  await tap(button(admin, 'Guardar i Finalitzar'));
  await admin.getByText('Menús guardats.').waitFor();
  figure('Taps for a new event with its picture and a menu of three courses, on a phone', taps);
  expect(taps).toBeLessThanOrEqual(15);

  const { id } = await site.db.query.selectFrom('events').select('id').where('title', '=', title).executeTakeFirstOrThrow();
  const { picture, sections } = (await (await fetch(new URL(`/api/events/${id}`, site.url))).json()) as EventDetail;
  expect(sections).toHaveLength(3);
  expect((await fetch(picture)).headers.get('content-type')).toBe('image/webp');
});

test('without scripts a pasted menu comes back in the form, with what its dishes contain', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar sense scripts', date: '2099-03-01', dishes: {} });
  const signed = await visit({ device: 'phone' });
  await signIn(signed, ADMIN);
  const admin = await visit({ device: 'phone', javaScriptEnabled: false, expected: [/400/] });
  await admin.context().addCookies(await signed.context().cookies());
  await admin.goto(`/admin/events/menus/${event.id}`);
  await admin.getByText('Enganxar el menú com a text').click();
  const box = admin.getByLabel('El menú, tal com el tens escrit');
  await box.fill('bon profit a tots');
  await admin.getByRole('button', { name: 'Afegir els plats' }).click();
  await admin.getByText('No hi trobem cap plat').first().waitFor();
  expect(await box.inputValue()).toBe('bon profit a tots');
  await box.fill(PASTED);
  await admin.getByRole('button', { name: 'Afegir els plats' }).click();
  await expect.poll(() => admin.getByLabel('Nom', { exact: true }).count()).toBe(7);
  await admin.getByRole('button', { name: 'Guardar i Finalitzar' }).click();
  await admin.getByText('Menús guardats.').waitFor();
  const saved = (await (await fetch(new URL(`/api/events/${event.id}`, site.url))).json()) as EventDetail;
  expect(saved.sections.flatMap(({ items }) => items.map((dish) => [dish.name, dish.price, dish.allergens]))).toEqual([
    ['amanida', 400, []],
    ['sopa', 375, ['celery']],
    ['paella', 1200, null],
    ['fideuà', 1300, ['gluten', 'crustaceans', 'fish']],
    ['taronja', 200, null],
    ['flam', 300, ['eggs', 'milk']],
  ]);
});

test('an event with tickets is not offered to be deleted; it can be archived', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar venut' });
  const admin = await visit({ device: 'phone', expected: [/409/] });
  await boughtOnline(site.url, { event: event.title, email: 'venut@example.com' });
  await signIn(admin, ADMIN);
  await admin.goto('/admin?acts=coming');
  await scriptsAtWork(admin);
  const row = admin.getByRole('listitem').filter({ has: admin.getByRole('heading', { name: 'Sopar venut' }) });
  await row.getByRole('button', { name: 'Arxivar' }).waitFor();
  expect(await row.getByRole('button', { name: 'Esborrar' }).count()).toBe(0);
  await press(row.getByRole('button', { name: 'Arxivar' }));
  await pressOnce(admin.getByRole('dialog').getByRole('button', { name: 'Arxivar' }));
  await admin.getByText('Esdeveniment arxivat. Els tiquets continuen valent.').waitFor();
  expect((await fetch(new URL(`/api/events/${event.id}`, site.url))).status).toBe(404);
});

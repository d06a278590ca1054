import { expect } from 'vitest';

import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { axeFaults, sidewaysPixels, smallTargets } from '#tests/support/browser/page-checks.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { DOOR_PAGE, DOOR_STEWARD, openDoor, quick, sell, typeNumber, usedOf, wedge } from '#tests/support/site/door-phones.ts';
import { test } from '#tests/support/site/journey.ts';

test("at the kitchen's counter dishes are marked, once, and taken back; entering stays apart", async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar servit', extras: { Vi: [250, 200, 150] } });
  await changeEvent(site, event.id, { exitReentry: true, kitchenService: true });
  const [one, two, three] = await sell(site, event, 3);
  const page = await visit({ device: 'tiny', colorScheme: 'dark', expected: [/ERR_INTERNET_DISCONNECTED/], offline: true });
  await openDoor(page, event);
  await page.getByRole('radio', { name: 'Servir' }).check();
  await page.getByRole('heading', { name: 'Servir a la cuina' }).waitFor();
  const look = async (): Promise<void> => expect([await axeFaults(page), await sidewaysPixels(page), await smallTargets(page)]).toEqual([[], 0, []]);
  await look();

  await typeNumber(page, one!.ticketNumber);
  await page.getByText('Per servir: 1 plat').waitFor();
  await look();
  await page.getByLabel('Paella').uncheck();
  await expect.poll(() => button(page, 'Tria què servixes').getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Paella').check();
  await page.getByLabel('Paella').uncheck();
  await press(button(page, 'Cancel·lar'));
  await typeNumber(page, one!.ticketNumber);
  await page.getByText('Per servir: 1 plat').waitFor();
  await press(button(page, 'Servir 1 plat'));
  await page.getByRole('heading', { name: 'Servit' }).waitFor();
  await look();
  expect(await usedOf(site, event.id)).toBe(0);
  await press(button(page, 'Següent'));

  // The phone stays at the counter though it was opened anew.
  await page.reload();
  await page.getByRole('heading', { name: 'Servir a la cuina' }).waitFor();
  await quick(page);
  await wedge(page, one!.id);
  await page.getByRole('heading', { name: /Ja servit fa .* en este dispositiu/ }).waitFor();
  await page.locator('[data-tone="warn"]').waitFor();
  await wedge(page, two!.id);
  await page.getByRole('heading', { name: 'Servit', exact: true }).waitFor();
  await press(button(page, /^Desfer/));
  await page.getByText('Desfet: els plats tornen a estar per servir').waitFor();
  await press(button(page, 'Següent'));
  const given = async (): Promise<string[]> => (await site.db.query.selectFrom('servedDishes').select('ticketId').where('undoneAt', 'is', null).execute()).map(({ ticketId }) => ticketId);
  expect(await given()).toEqual([one!.id]);

  await page.getByText('Per a servir cal cobertura').waitFor();
  await page.context().setOffline(true);
  await wedge(page, three!.id);
  await page.getByText(/Sense connexió no es pot marcar/).waitFor();
  await page.getByText('Paella').waitFor();
  await expect.poll(() => button(page, /^Servir/).count()).toBe(0);
  await page.context().setOffline(false);
  await press(button(page, 'Cancel·lar'));
  await page.getByRole('radio', { name: 'Entrar' }).check();
  await wedge(page, one!.id);
  await page.getByRole('heading', { name: 'Endavant' }).waitFor();
  expect([await given(), await usedOf(site, event.id)]).toEqual([[one!.id], 1]);

  const admin = await visit({ device: 'phone', offline: true });
  await openDoor(admin, event, 'admin@comboi.test');
  await admin.getByRole('radio', { name: 'Servir' }).check();
  await wedge(admin, one!.id);
  await admin.getByText(/Ja servit a les/).waitFor();
  await press(button(admin, 'Desfer el servici'));
  await press(button(admin, 'Segur? Desfer'));
  await admin.getByText('Desfet: els plats tornen a estar per servir').waitFor();
  expect(await given()).toEqual([]);
});

test('a network that goes between the look and the mark leaves the dishes to be read (D20)', async ({ visit, site }) => {
  const event = await anEvent(site);
  await changeEvent(site, event.id, { exitReentry: false, kitchenService: true });
  const [ticket] = await sell(site, event, 1);
  const page = await visit({ device: 'tiny', expected: [/ERR_FAILED/], offline: true });
  await openDoor(page, event);
  await page.getByRole('radio', { name: 'Servir' }).check();
  await quick(page);
  const looks: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/tickets/verify')) looks.push(String(response.status()));
  });
  await page.route('**/api/tickets/serve', (route) => route.abort());
  const isLeft = async (): Promise<void> => {
    await page.getByRole('alert').filter({ hasText: 'Error al confirmar el tiquet' }).waitFor();
    await page.getByText("Sense connexió no es pot marcar: apunta't el tiquet").waitFor();
    await page.getByText('Paella').waitFor();
    expect(await button(page, /^Servir/).count()).toBe(0);
  };
  await wedge(page, ticket!.id);
  await isLeft();
  expect(looks).toEqual(['200']);
  await press(button(page, 'Cancel·lar'));
  await page.getByLabel(/Mode ràpid/).uncheck();
  await wedge(page, ticket!.id);
  await press(button(page, 'Servir 1 plat'));
  await isLeft();

  await press(button(page, 'Cancel·lar'));
  await page.unroute('**/api/tickets/serve');
  await wedge(page, ticket!.id);
  await press(button(page, 'Servir 1 plat'));
  await page.getByRole('heading', { name: 'Servit' }).waitFor();
});

test('somebody goes out and comes back, and only then', async ({ visit, site }) => {
  const event = await anEvent(site);
  await changeEvent(site, event.id, { exitReentry: true, kitchenService: false });
  const [ticket] = await sell(site, event, 1);
  const page = await visit({ device: 'phone', offline: true });
  await openDoor(page, event);
  await quick(page);
  const mode = (name: string): Promise<void> => page.getByRole('radio', { name }).check();
  const scan = async (heading: RegExp | string): Promise<void> => {
    await wedge(page, ticket!.id);
    await page.getByRole('heading', { name: heading }).waitFor();
    await press(button(page, 'Següent'));
  };
  await scan('Endavant');
  await scan(/Tiquet ja usat/);
  await mode('Eixir');
  await scan('Ha eixit: pot tornar a entrar');
  await mode('Entrar');
  await scan('Endavant');
  await scan(/Tiquet ja usat/);
  expect(await usedOf(site, event.id)).toBe(1);

  await page.getByLabel(/Mode ràpid/).uncheck();
  await mode('Eixir');
  await wedge(page, ticket!.id);
  await page.getByText('✅ És a dins: pot eixir').waitFor();
  await press(button(page, 'Confirmar eixida'));
  await page.getByRole('heading', { name: 'Ha eixit: pot tornar a entrar' }).waitFor();
  await press(button(page, 'Següent'));
  await wedge(page, ticket!.id);
  await page.getByText('❌ Este tiquet no és a dins').waitFor();
  await expect.poll(() => button(page, 'Confirmar eixida').count()).toBe(0);
});

test('the counter works without scripts', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar sense scripts' });
  await changeEvent(site, event.id, { exitReentry: false, kitchenService: true });
  const [ticket] = await sell(site, event, 1);
  const page = await visit({ device: 'phone', javaScriptEnabled: false });
  await signIn(page, DOOR_STEWARD);
  await page.goto(DOOR_PAGE);
  await page.getByLabel(/Identificador del tiquet/).fill(ticket!.ticketNumber);
  await page.getByLabel('Acte').selectOption(String(event.id));
  await page.getByRole('radio', { name: 'Servir' }).check();
  await press(button(page, 'Verificar Tiquet'));
  await press(button(page, 'Servir'));
  await page.getByRole('heading', { name: 'Servit' }).waitFor();
});

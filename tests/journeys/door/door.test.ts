import { describe, expect } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import { scriptsAtWork, visitSite } from '#tests/support/browser/browser.ts';
import { launchWithCamera } from '#tests/support/browser/fake-camera.ts';
import { axeFaults, sidewaysPixels, smallTargets } from '#tests/support/browser/page-checks.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { count, figure, soakCases } from '#tests/support/reporting/counts.ts';
import { DOOR_PAGE, DOOR_STEWARD, haveTime, openDoor, quick, sell, typeNumber, usedOf, wedge } from '#tests/support/site/door-phones.ts';
import { test } from '#tests/support/site/journey.ts';

describe('a volunteer at the door', () => {
  test('types a number, sees what it is, confirms, lets in the party and takes it back', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 4);
    const page = await visit({ device: 'phone', offline: true });
    const begun = performance.now();
    await haveTime(page);
    await page.addInitScript(() => localStorage.setItem('comboi-door', JSON.stringify({ doorName: 'Entrada nord', mark: 'ab12' })));
    await signIn(page, DOOR_STEWARD);
    // Chosen while the scripts are on their way.
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(DOOR_PAGE, { waitUntil: 'commit' });
    await page.getByLabel('Acte').selectOption(String(event.id));
    scripts.resolve();
    await scriptsAtWork(page);
    await page.getByText('4 tiquets').waitFor();
    await expect.poll(() => page.getByLabel('Acte').inputValue()).toBe(String(event.id));
    expect(await button(page, 'Verificar Tiquet').isDisabled()).toBe(true);
    await typeNumber(page, ticket!.ticketNumber);
    await page.getByRole('heading', { name: 'Previsualització del Tiquet' }).waitFor();
    for (const text of ['✅ Disponible', event.title, '🔵 Online', 'Paella', 'Sense fruits secs']) await page.getByLabel('Previsualització del Tiquet').getByText(text).first().waitFor();
    await press(button(page, 'Confirmar i Utilitzar'));
    await page.getByRole('heading', { name: 'Endavant' }).waitFor();
    figure('N11 a scanner that is dead, from the login to a ticket let in by its number', `${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    await page.getByText('En esta comanda en falten 3').waitFor();
    await page.getByText('1 / 4').or(page.getByLabel(/Han entrat 1 de 4/)).first().waitFor();
    await press(button(page, 'Una persona menys'));
    await press(button(page, 'Una persona menys'));
    await press(button(page, 'Entrar 1 de 3 més'));
    await page.getByRole('heading', { name: 'Endavant: han entrat 1' }).waitFor();
    await press(button(page, 'Entrar 2 de 2 més'));
    await page.getByRole('heading', { name: 'Endavant: han entrat 2' }).waitFor();
    expect(await usedOf(site, event.id)).toBe(4);
    await press(button(page, /^Desfer les 2/));
    await page.getByText('Desfetes 2 entrades').waitFor();
    expect(await usedOf(site, event.id)).toBe(2);
    await press(button(page, 'Següent'));
    await expect.poll(() => page.getByLabel(/Identificador del tiquet/).inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('comboi-door')!))).toMatchObject({ doorName: 'Entrada nord', mark: 'ab12' });
  });

  test('is told why a ticket is refused, in colour, icon and words (N9)', async ({ visit, site }) => {
    const [event, other] = [await anEvent(site), await anEvent(site, { title: 'Concert de demà' })];
    const [[used], [elsewhere]] = [await sell(site, event, 1), await sell(site, other, 1)];
    const page = await visit({ device: 'phone', offline: true });
    await page.addInitScript(() => {
      const felt: unknown[] = [];
      Object.assign(window, { felt });
      navigator.vibrate = (pattern) => felt.push(JSON.stringify(pattern)) > 0;
    });
    await openDoor(page, event);
    await quick(page);
    const refusal = async (code: string, text: string | RegExp, tone: string): Promise<void> => {
      await wedge(page, code);
      const answer = page.getByRole('alert').filter({ hasText: text });
      await answer.waitFor();
      await page.locator(`[data-tone="${tone}"]`).waitFor();
      await answer.getByText('Detall:').waitFor();
    };
    await wedge(page, used!.id);
    await page.getByRole('heading', { name: 'Endavant' }).waitFor();
    await page.locator('[data-tone="yes"]').waitFor();
    await refusal(used!.id, /Tiquet ja usat/, 'warn');
    await refusal(elsewhere!.id, 'Concert de demà', 'no');
    await refusal('A'.repeat(26), 'Tiquet no trobat', 'no');
    await refusal('{"ticketId":1}', 'Format de QR JSON invàlid', 'no');
    await refusal(used!.ticketNumber, 'Tiquet no trobat', 'no');
    await press(button(page, 'Següent'));
    await page.locator('[data-tone="none"]').waitFor();
    // Yes, used and no are felt apart in a pocket.
    const felt = await page.evaluate(() => (window as unknown as { felt: string[] }).felt);
    expect(felt).toHaveLength(6);
    expect(new Set(felt).size).toBe(3);
  });

  test('is told that an admission stays where its order was given back meanwhile', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    const page = await visit({ device: 'phone', offline: true });
    await openDoor(page, event);
    await quick(page);
    await wedge(page, ticket!.id);
    await page.getByRole('heading', { name: 'Endavant' }).waitFor();
    const { orderId } = await site.db.query.selectFrom('tickets').select('orderId').where('id', '=', ticket!.id).executeTakeFirstOrThrow();
    await requestRefund(site.deps, { orderId, what: { kind: 'order' }, actor: 'user:00000000-0000-4000-8000-00000000ad31' });
    await press(button(page, 'Desfer'));
    const answer = page.getByRole('alert').filter({ hasText: "No es pot desfer: s'ha tornat la comanda" });
    await answer.getByText('No desfet').waitFor();
    await answer.getByText("Els diners d'este tiquet s'han tornat.").waitFor();
    expect(await usedOf(site, event.id)).toBe(1);
  });

  test('at two doors looks at one ticket; both confirm, and one is let in (D2)', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    const doors = [await visit({ device: 'phone', offline: true }), await visit({ device: 'phone', offline: true })] as const;
    for (const page of doors) {
      await openDoor(page, event);
      await typeNumber(page, ticket!.ticketNumber);
      await page.getByText('✅ Disponible').waitFor();
    }
    await Promise.all(doors.map((page) => press(button(page, 'Confirmar i Utilitzar'))));
    for (const page of doors) await page.getByLabel('Resultat').waitFor();
    const results = await Promise.all(doors.map((page) => page.getByLabel('Resultat').getByRole('heading').first().innerText()));
    expect(results.toSorted()).toEqual(['Endavant', expect.stringMatching(/^Tiquet ja usat a les \d\d:\d\d · Porta$/)]);
    figure('D2 entries of a ticket confirmed at two doors', await usedOf(site, event.id));
    expect(await usedOf(site, event.id)).toBe(1);
  });

  test('finds a person by name', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    await site.db.query.updateTable('orders').set({ userName: 'Assumpció Boix' }).where('eventId', '=', event.id).execute();
    const page = await visit({ device: 'phone', offline: true });
    await openDoor(page, event);
    await page.getByLabel(/Identificador del tiquet/).fill('boix');
    await press(button(page, 'Buscar'));
    await press(button(page, /Assumpció Boix/));
    await page.getByText(ticket!.ticketNumber).first().waitFor();
  });

  test('works without scripts, in the same two steps', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    const page = await visit({ device: 'phone', javaScriptEnabled: false });
    await signIn(page, DOOR_STEWARD);
    await page.goto(DOOR_PAGE);
    await page.getByLabel(/Identificador del tiquet/).fill(ticket!.ticketNumber);
    await page.getByLabel('Acte').selectOption(String(event.id));
    await press(button(page, 'Verificar Tiquet'));
    await press(button(page, 'Confirmar i Utilitzar'));
    await page.getByRole('heading', { name: 'Endavant' }).waitFor();
    expect(await usedOf(site, event.id)).toBe(1);
  });

  test('stands at a door that is found, read and pressed by everyone', async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar amb un nom ben llarg que no cap en una sola línia', dishes: { [`Arròs ${'extraordinàriament'.repeat(3)}`]: [1000, 1000, 1000] } });
    const [ticket] = await sell(site, event, 2);
    for (const device of soakCases(['tiny', 'phone', 'desktop'] as const)) {
      const page = await visit({ device, colorScheme: device === 'phone' ? 'light' : 'dark', offline: true });
      await openDoor(page, event);
      const look = async (): Promise<void> => expect([await axeFaults(page), await sidewaysPixels(page), await smallTargets(page)]).toEqual([[], 0, []]);
      await look();
      await typeNumber(page, ticket!.ticketNumber);
      await page.getByRole('heading', { name: 'Previsualització del Tiquet' }).waitFor();
      await look();
      const confirm = button(page, 'Confirmar i Utilitzar');
      if (await confirm.isVisible()) {
        await press(confirm);
        await page.getByRole('heading', { name: 'Endavant' }).waitFor();
        await look();
      }
    }
  });
});

describe('a camera', () => {
  test('reads real tickets, and in quick mode lets in one after another', async ({ site }) => {
    const event = await anEvent(site);
    const tickets = await sell(site, event, count({ test: 6, soak: 12 }));
    const { browser, show } = await launchWithCamera(tickets.map(({ id }) => id));
    const { page, problems } = await visitSite(browser, site.url, { device: 'phone' });
    await openDoor(page, event);
    const aiming = page.getByText('Apunta la cámara al codi QR');
    // Shown until the first ticket is read, which may be too soon for whoever looks from time to time.
    const aimed = page.evaluate(
      (text) => new Promise<boolean>((resolve) => new MutationObserver(() => document.body.textContent.includes(text) && resolve(true)).observe(document.body, { childList: true, subtree: true })),
      'Apunta la cámara al codi QR',
    );
    await press(button(page, 'Escanejar codi QR'));
    expect(await aimed).toBe(true);
    await page.getByRole('heading', { name: 'Previsualització del Tiquet' }).waitFor();
    await aiming.waitFor({ state: 'detached' });
    expect(await usedOf(site, event.id)).toBe(0);
    await press(button(page, 'Cancel·lar'));
    await quick(page);
    const begun = performance.now();
    await press(button(page, 'Escanejar codi QR'));
    for (const [before, { id }] of tickets.entries()) {
      await show(id);
      await expect.poll(() => usedOf(site, event.id), { interval: 25 }).toBe(before + 1);
    }
    const minutes = (performance.now() - begun) / 60_000;
    figure('scans per minute in quick mode, each ticket shown when the one before was let in', Math.round(tickets.length / minutes));
    expect(problems).toEqual([]);
  });

  for (const problem of soakCases(['refused', 'absent', 'busy'] as const)) {
    test(`that is ${problem} is said, and the field below still works (D15)`, async ({ site }) => {
      const event = await anEvent(site);
      const [ticket] = await sell(site, event, 1);
      const { browser } = await launchWithCamera(problem === 'absent' ? [] : [ticket!.id], { isAllowed: problem !== 'refused' });
      const { page, problems } = await visitSite(browser, site.url, { device: 'phone' });
      // Windows and some phones give a camera to one program alone.
      if (problem === 'busy') await page.addInitScript(() => (navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Could not start video source', 'NotReadableError'))));
      await openDoor(page, event);
      await press(button(page, 'Escanejar codi QR'));
      await page.getByText(/^Error accedint a la càmera: ./).waitFor();
      expect(await page.getByLabel('Imatge de la càmera').count()).toBe(0);
      await typeNumber(page, ticket!.ticketNumber);
      await page.getByRole('heading', { name: 'Previsualització del Tiquet' }).waitFor();
      expect(problems).toEqual([]);
    });
  }
});

test('an evening pass opens the door by its link, and closes in mid-evening when it is revoked', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Nit del passe' });
  const [first, second] = await sell(site, event, 2);
  const admin = await visit({ offline: true });
  await signIn(admin, { email: 'admin@comboi.test' });
  await admin.goto('/admin/passes');
  await admin.getByLabel('Per a qui').fill('Porta lateral');
  for (const fold of await admin.locator('main details:not([open]) > summary').all()) await fold.click();
  await admin.getByLabel(/Nit del passe/).check();
  await press(button(admin, 'Crear passe'));
  const url = await admin.getByText(/\/porta#/).innerText();
  expect([await axeFaults(admin), await sidewaysPixels(admin)]).toEqual([[], 0]);

  const page = await visit({ device: 'phone', expected: [/401/], offline: true });
  await haveTime(page);
  await page.goto(url);
  await page.getByLabel('Acte').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await quick(page);
  await wedge(page, first!.id);
  await page.getByRole('heading', { name: 'Endavant' }).waitFor();
  await page.reload();
  await page.getByLabel('Acte').waitFor();
  expect(await button(page, 'Buscar').count()).toBe(0);

  await press(button(admin, 'Anul·lar el passe de Porta lateral'));
  await admin.getByText('Passe anul·lat').waitFor();
  await wedge(page, second!.id);
  await page.getByRole('heading', { name: 'Accés denegat' }).waitFor();
  expect(await usedOf(site, event.id)).toBe(1);
  await page.goto('/porta');
  await page.getByRole('heading', { name: 'Accés denegat' }).waitFor();
});

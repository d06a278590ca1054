import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { scriptsAtWork, visitSite } from '#tests/support/browser/browser.ts';
import { launchWithCamera } from '#tests/support/browser/fake-camera.ts';
import { axeFaults, sidewaysPixels, smallTargets } from '#tests/support/browser/page-checks.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { DOOR_PAGE, DOOR_STEWARD, haveTime, keptForOffline, openDoor, quick, sell, usedOf, wedge } from '#tests/support/site/door-phones.ts';
import { test } from '#tests/support/site/journey.ts';

async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel(/Identificador del tiquet/).fill(text);
  await press(button(page, 'Verificar Tiquet'));
}

describe('a volunteer at the door', () => {
  test('types a number, sees what it is, confirms, lets in the party and takes it back', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 4);
    const page = await visit({ device: 'phone' });
    const begun = performance.now();
    await haveTime(page);
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
    await type(page, ticket!.ticketNumber);
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
  });

  test('is told why a ticket is refused, in colour, icon and words (N9)', async ({ visit, site }) => {
    const [event, other] = [await anEvent(site), await anEvent(site, { title: 'Concert de demà' })];
    const [[used], [elsewhere]] = [await sell(site, event, 1), await sell(site, other, 1)];
    const page = await visit({ device: 'phone' });
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

  test('at two doors looks at one ticket; both confirm, and one is let in (D2)', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    const doors = [await visit({ device: 'phone' }), await visit({ device: 'phone' })] as const;
    for (const page of doors) {
      await openDoor(page, event);
      await type(page, ticket!.ticketNumber);
      await page.getByText('✅ Disponible').waitFor();
    }
    await Promise.all(doors.map((page) => press(button(page, 'Confirmar i Utilitzar'))));
    for (const page of doors) await page.getByLabel('Resultat').waitFor();
    const told = await Promise.all(doors.map((page) => page.getByLabel('Resultat').getByRole('heading').first().innerText()));
    expect(told.toSorted()).toEqual(['Endavant', expect.stringMatching(/^Tiquet ja usat a les \d\d:\d\d · Porta$/)]);
    figure('D2 entries of a ticket confirmed at two doors', await usedOf(site, event.id));
    expect(await usedOf(site, event.id)).toBe(1);
  });

  test('finds a person by name', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    await site.db.query.updateTable('orders').set({ userName: 'Assumpció Boix' }).where('eventId', '=', event.id).execute();
    const page = await visit({ device: 'phone' });
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
    for (const device of ['phone', 'tiny', 'desktop'] as const) {
      const page = await visit({ device, colorScheme: device === 'phone' ? 'light' : 'dark' });
      await openDoor(page, event);
      const look = async (): Promise<void> => expect([await axeFaults(page), await sidewaysPixels(page), await smallTargets(page)]).toEqual([[], 0, []]);
      await look();
      await type(page, ticket!.ticketNumber);
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
    const { browser, close } = await launchWithCamera(tickets.map(({ id }) => id));
    const { page, problems, end } = await visitSite(browser, site.url, { device: 'phone' });
    await openDoor(page, event);
    const aiming = page.getByText('Apunta la cámara al codi QR');
    // Shown until the first ticket is read, which may be soon.
    await Promise.all([aiming.waitFor(), press(button(page, 'Escanejar codi QR'))]);
    await page.getByRole('heading', { name: 'Previsualització del Tiquet' }).waitFor();
    await aiming.waitFor({ state: 'detached' });
    expect(await usedOf(site, event.id)).toBe(0);
    await press(button(page, 'Cancel·lar'));
    await quick(page);
    const begun = performance.now();
    await press(button(page, 'Escanejar codi QR'));
    await expect.poll(() => usedOf(site, event.id), { timeout: 120_000 }).toBe(tickets.length);
    const minutes = (performance.now() - begun) / 60_000;
    figure('scans per minute in quick mode, a ticket a second in view', Math.round(tickets.length / minutes));
    await end();
    await close();
    expect(problems).toEqual([]);
  });

  for (const problem of ['absent', 'refused', 'busy'] as const) {
    test(`that is ${problem} is said, and the field below still works (D15)`, async ({ site }) => {
      const event = await anEvent(site);
      const [ticket] = await sell(site, event, 1);
      const { browser, close } = await launchWithCamera(problem === 'absent' ? [] : [ticket!.id], { isAllowed: problem !== 'refused' });
      const { page, end, problems } = await visitSite(browser, site.url, { device: 'phone' });
      // Windows and some phones give a camera to one program alone.
      if (problem === 'busy') await page.addInitScript(() => (navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Could not start video source', 'NotReadableError'))));
      await openDoor(page, event);
      await press(button(page, 'Escanejar codi QR'));
      await page.getByText(/^Error accedint a la càmera: ./).waitFor();
      expect(await page.getByLabel('Imatge de la càmera').count()).toBe(0);
      await type(page, ticket!.ticketNumber);
      await page.getByRole('heading', { name: 'Previsualització del Tiquet' }).waitFor();
      await end();
      await close();
      expect(problems).toEqual([]);
    });
  }
});

describe('without network', () => {
  test('scans are decided on the phone, outlive it, and arrive; two doors name what both let in (D5, D6)', async ({ browser, site }) => {
    const event = await anEvent(site);
    const party = count({ test: 8, soak: 20 });
    const tickets = await sell(site, event, party);
    // A page that ends while it fetches its decoder once more says so.
    const expected = [/ERR_INTERNET_DISCONNECTED/, /wasm|ArrayBuffer instantiation/];
    const visits = [await visitSite(browser, site.url, { device: 'phone', expected }), await visitSite(browser, site.url, { device: 'phone', expected })] as const;
    const [one, two] = visits;
    for (const { page } of visits) {
      await openDoor(page, event);
      await quick(page);
      await page.getByText(`${party} tiquets`).waitFor();
      await keptForOffline(page);
    }
    for (const { context } of visits) await context.setOffline(true);
    for (const { id } of tickets) {
      await wedge(one.page, id);
      await one.page.getByRole('heading', { name: 'Endavant' }).waitFor();
      await one.page.getByText('Decidit sense connexió').waitFor();
      await press(button(one.page, 'Següent'));
    }
    await wedge(one.page, tickets[0]!.id);
    await one.page.getByText(/Tiquet ja usat fa .* en este dispositiu/).waitFor();
    // Let in by mistake, taken back and let in again: three scans more, and one person.
    await press(button(one.page, /^Desfer l'última/));
    await one.page.getByRole('heading', { name: 'Entrada desfeta: el tiquet torna a ser vàlid' }).waitFor();
    await wedge(one.page, tickets.at(-1)!.id);
    await one.page.getByRole('heading', { name: 'Endavant' }).waitFor();
    await wedge(one.page, 'A'.repeat(26));
    await one.page.getByText('Tiquet no trobat').waitFor();
    await wedge(two.page, tickets[3]!.id);
    await two.page.getByRole('heading', { name: 'Endavant' }).waitFor();
    expect(await usedOf(site, event.id)).toBe(0);

    await one.page.close();
    const again = await one.context.newPage();
    await again.goto(DOOR_PAGE);
    await scriptsAtWork(again);
    await again.getByLabel('Acte').selectOption(String(event.id));
    await again.getByText(`${party + 4} per enviar`).waitFor();
    for (const { context } of visits) await context.setOffline(false);
    await expect.poll(() => usedOf(site, event.id), { timeout: 60_000 }).toBe(party);
    await again.getByText(/per enviar/).waitFor({ state: 'detached' });
    const conflicts = async (): Promise<number> => (await again.getByText('Han entrat sense que tocara: 1').count()) + (await two.page.getByText('Han entrat sense que tocara: 1').count());
    await expect.poll(conflicts, { timeout: 60_000 }).toBe(1);
    const kept = await site.db.query.selectFrom('scans').select(['conflict']).where('eventId', '=', event.id).where('offline', '=', true).execute();
    figure('scans made without network and lost', `${party + 5 - kept.length} of ${party + 5}`);
    expect(kept).toHaveLength(party + 5);
    expect(kept.filter(({ conflict }) => conflict)).toHaveLength(1);
    for (const { end } of visits) await end();
    expect(visits.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('what the first volunteer scanned stays theirs when a second one takes over the phone', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [first, second] = await sell(site, event, 2);
    const relief = await aMember(site, { rights: ['door'] });
    const page = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/, /wasm|ArrayBuffer instantiation/] });
    const context = page.context();
    const lets = async (ticket: { id: string }): Promise<void> => {
      await wedge(page, ticket.id);
      await page.getByRole('heading', { name: 'Endavant' }).waitFor();
      await page.getByText('Decidit sense connexió').waitFor();
    };
    await openDoor(page, event);
    await quick(page);
    await keptForOffline(page);
    await context.setOffline(true);
    await lets(first!);
    await page.goto('about:blank');
    await context.setOffline(false);
    await signIn(page, { email: relief.email, password: MEMBER_PASSWORD });
    await page.goto('/');
    // Its page scans in the first one's name.
    await page.waitForFunction(async (address) => (await caches.match(address)) === undefined, DOOR_PAGE);
    await page.goto(DOOR_PAGE);
    await scriptsAtWork(page);
    await expect.poll(() => usedOf(site, event.id)).toBe(1);
    await keptForOffline(page);
    await context.setOffline(true);
    await page.reload();
    await scriptsAtWork(page);
    await lets(second!);
    await context.setOffline(false);
    await expect.poll(() => usedOf(site, event.id)).toBe(2);
    const { id: steward } = await site.db.query.selectFrom('users').select('id').where('email', '=', DOOR_STEWARD.email).executeTakeFirstOrThrow();
    const scans = await site.db.query.selectFrom('scans').select(['ticketId', 'scannedBy']).where('eventId', '=', event.id).where('offline', '=', true).orderBy('scannedAt').execute();
    expect(scans).toEqual([{ ticketId: first!.id, scannedBy: `user:${steward}` }, { ticketId: second!.id, scannedBy: `user:${relief.id}` }]);
  });

  test('that is lost just after the server let somebody in, nobody enters twice and nobody is a conflict (D3)', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    const page = await visit({ device: 'phone', expected: [/ERR_FAILED/] });
    await openDoor(page, event);
    await quick(page);
    await page.route('**/api/tickets/use', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await wedge(page, ticket!.id);
    await page.getByRole('heading', { name: 'Endavant' }).waitFor();
    await page.getByText('Decidit sense connexió').waitFor();
    await press(button(page, 'Següent'));
    await page.getByText(/per enviar/).waitFor({ state: 'detached' });
    const scans = await site.db.query.selectFrom('scans').select(['success', 'conflict']).where('eventId', '=', event.id).where('kind', '=', 'entry').execute();
    figure('D3 entries of an admission whose answer was lost', scans.length);
    expect(scans).toEqual([{ success: true, conflict: false }]);
    expect(await page.getByText('Han entrat sense que tocara').count()).toBe(0);
  });

  test('and without a list the connection is said to be missing, and nothing changes; one that hangs counts as none', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    const page = await visit({ device: 'phone', expected: [/ERR_FAILED/] });
    await page.route('**/api/door/*/list', (route) => route.abort());
    await signIn(page, DOOR_STEWARD);
    await page.goto(DOOR_PAGE);
    await scriptsAtWork(page);
    await page.getByLabel('Acte').selectOption(String(event.id));
    await page.getByText(/Sense llista en este mòbil/).waitFor();
    await page.route('**/api/tickets/**', () => {});
    await type(page, ticket!.ticketNumber);
    await page.getByText("Temps d'espera esgotat").waitFor();
    expect(await usedOf(site, event.id)).toBe(0);
  });
});

test('an evening pass opens the door by its link, and closes in mid-evening when it is revoked', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Nit del passe' });
  const [first, second] = await sell(site, event, 2);
  const admin = await visit();
  await signIn(admin, { email: 'admin@comboi.test' });
  await admin.goto('/admin/passes');
  await admin.getByLabel('Per a qui').fill('Porta lateral');
  await admin.getByLabel(/Nit del passe/).check();
  await press(button(admin, 'Crear passe'));
  const url = await admin.getByText(/\/porta#/).innerText();
  expect([await axeFaults(admin), await sidewaysPixels(admin)]).toEqual([[], 0]);

  const page = await visit({ device: 'phone', expected: [/401/] });
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

import { describe, expect } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { accept, aShiftNow, moveToTonight } from '#tests/support/app/shifts.ts';
import { scriptsAtWork, visitSite } from '#tests/support/browser/browser.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { DOOR_PAGE, DOOR_STEWARD, haveTime, openDoor, quick, readyForOffline, sell, typeNumber, usedOf, wedge } from '#tests/support/site/door-phones.ts';
import { test } from '#tests/support/site/journey.ts';

describe('without network', () => {
  test('scans are decided on the phone, outlive it, and arrive; two doors name what both let in (D5, D6)', async ({ browser, site }) => {
    const event = await anEvent(site);
    const quantity = count({ test: 8, soak: 20 });
    const tickets = await sell(site, event, quantity);
    // A page that ends while it fetches its decoder once more says so.
    const expected = [/ERR_INTERNET_DISCONNECTED/, /wasm|ArrayBuffer instantiation/];
    const visits = [await visitSite(browser, site.url, { device: 'phone', expected }), await visitSite(browser, site.url, { device: 'phone', expected })] as const;
    const [one, two] = visits;
    for (const { page } of visits) {
      await openDoor(page, event);
      await quick(page);
      await page.getByText(`${quantity} tiquets`).waitFor();
      await readyForOffline(page);
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
    await one.page.getByText(/^No està en la llista d'este mòbil/).waitFor();
    await wedge(two.page, tickets[3]!.id);
    await two.page.getByRole('heading', { name: 'Endavant' }).waitFor();
    expect(await usedOf(site, event.id)).toBe(0);

    await one.page.close();
    const again = await one.context.newPage();
    await again.goto(DOOR_PAGE);
    await scriptsAtWork(again);
    await again.getByLabel('Acte').selectOption(String(event.id));
    await again.getByText(`${quantity + 4} per enviar`).waitFor();
    for (const { context } of visits) await context.setOffline(false);
    await expect.poll(() => usedOf(site, event.id), { timeout: 60_000 }).toBe(quantity);
    await again.getByText(/per enviar/).waitFor({ state: 'detached' });
    const conflicts = async (): Promise<number> => (await again.getByText('Han entrat sense que tocara: 1').count()) + (await two.page.getByText('Han entrat sense que tocara: 1').count());
    await expect.poll(conflicts, { timeout: 60_000 }).toBe(1);
    const stored = await site.db.query.selectFrom('scans').select(['conflict']).where('eventId', '=', event.id).where('offline', '=', true).execute();
    figure('scans made without network and lost', `${quantity + 5 - stored.length} of ${quantity + 5}`);
    expect(stored).toHaveLength(quantity + 5);
    expect(stored.filter(({ conflict }) => conflict)).toHaveLength(1);
    for (const { end } of visits) await end();
    expect(visits.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('what the first volunteer scanned stays theirs when a second one takes over the phone', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [first, second] = await sell(site, event, 2);
    const relief = await aMember(site, { rights: ['door'] });
    const page = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/, /wasm|ArrayBuffer instantiation/], offline: true });
    const context = page.context();
    const lets = async (ticket: { id: string }): Promise<void> => {
      await wedge(page, ticket.id);
      await page.getByRole('heading', { name: 'Endavant' }).waitFor();
      await page.getByText('Decidit sense connexió').waitFor();
    };
    await openDoor(page, event);
    await quick(page);
    await readyForOffline(page);
    await context.setOffline(true);
    await lets(first!);
    await page.goto('about:blank');
    await context.setOffline(false);
    await signIn(page, { email: relief.email, password: MEMBER_PASSWORD });
    await page.goto('/');
    await page.getByText('Hi ha 1 lectura de la porta per enviar.').waitFor();
    // Its page scans in the first one's name.
    await page.waitForFunction(async (address) => (await caches.match(address)) === undefined, DOOR_PAGE);
    await page.goto(DOOR_PAGE);
    await scriptsAtWork(page);
    await expect.poll(() => usedOf(site, event.id)).toBe(1);
    // Once the answer is there as well.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('comboi-door-waiting'))).toBeNull();
    await readyForOffline(page);
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

  test('a phone three hours ahead lets in until its shift is over, from its cached page too', async ({ visit, site }) => {
    const sold = await anEvent(site);
    const [first, second] = await sell(site, sold, 2);
    const event = await moveToTonight(site, sold);
    const member = await aMember(site);
    await accept(site, await aShiftNow(site, event, { kind: 'door' }), member);
    const page = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/, /wasm|ArrayBuffer instantiation/], offline: true });
    await haveTime(page);
    await signIn(page, { email: member.email, password: MEMBER_PASSWORD });
    await page.clock.setFixedTime(Date.now() + 3 * 60 * 60_000);
    await page.goto(DOOR_PAGE);
    await scriptsAtWork(page);
    await quick(page);
    await readyForOffline(page);
    const lets = async ({ id }: { id: string }): Promise<void> => {
      await wedge(page, id);
      await page.getByRole('heading', { name: 'Endavant' }).waitFor();
      await page.getByText('Decidit sense connexió').waitFor();
    };
    await page.context().setOffline(true);
    await lets(first!);
    await page.reload();
    await scriptsAtWork(page);
    await lets(second!);
    await page.context().setOffline(false);
    await expect.poll(() => usedOf(site, event.id)).toBe(2);
  });

  test('that is lost just after the server let somebody in, nobody enters twice and nobody is a conflict (D3)', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    const page = await visit({ device: 'phone', expected: [/ERR_FAILED/], offline: true });
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

  test('an admission that was undone on another phone is forgotten though the list is as it was before', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    const [page, desk] = [await visit({ device: 'phone', expected: [/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/], offline: true }), await visit({ device: 'desktop' })];
    await openDoor(page, event);
    await quick(page);
    await readyForOffline(page);
    await page.route('**/api/door/*/list', (route) => route.abort());
    await wedge(page, ticket!.id);
    await page.getByRole('heading', { name: 'Endavant' }).waitFor();
    await press(button(page, 'Següent'));
    await page.getByText('Sense connexió').waitFor();
    await signIn(desk, { email: 'admin@comboi.test' });
    await desk.goto('/');
    const undone = desk.evaluate(async (body) => (await fetch('/api/tickets/undo', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json(), { ticketId: ticket!.id, nonce: 'undone-by-an-admin', eventId: event.id, device: 'Taula' });
    expect(await undone).toMatchObject({ success: true, code: 'VALID' });
    const unchanged = page.waitForResponse((response) => response.url().endsWith('/list') && response.status() === 304);
    await page.unroute('**/api/door/*/list');
    await unchanged;
    await page.getByText('Sense connexió').waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    await wedge(page, ticket!.id);
    await page.getByRole('heading', { name: 'Endavant' }).waitFor();
    await page.getByText('Decidit sense connexió').waitFor();
  });

  test('and without a list the connection is said to be missing, and nothing changes; one that hangs counts as none', async ({ visit, site }) => {
    const event = await anEvent(site);
    const [ticket] = await sell(site, event, 1);
    const page = await visit({ device: 'phone', expected: [/ERR_FAILED/], offline: true });
    await page.route('**/api/door/*/list', (route) => route.abort());
    await signIn(page, DOOR_STEWARD);
    await page.goto(DOOR_PAGE);
    await scriptsAtWork(page);
    await page.getByLabel('Acte').selectOption(String(event.id));
    await page.getByText(/Sense llista en este mòbil/).waitFor();
    await page.route('**/api/tickets/**', () => {});
    await typeNumber(page, ticket!.ticketNumber);
    await page.getByText("Temps d'espera esgotat").waitFor();
    expect(await usedOf(site, event.id)).toBe(0);
  });
});

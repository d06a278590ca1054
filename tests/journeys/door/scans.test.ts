import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { axeFaults, contrastFaults } from '#tests/support/browser/page-checks.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { openDoor, quick, sell, typeNumber, usedOf, wedge } from '#tests/support/site/door-phones.ts';
import { test } from '#tests/support/site/journey.ts';

const KEY_MS = 4;
const BUSY_MS = 300;

/** Real keys, each with the time at which it was pressed, however late this machine presses it; from the `busyFrom`th on the page is busy for a while. */
async function scanKeys(page: Page, keyboard: CDPSession, { code, busyFrom }: { code: string; busyFrom?: number }): Promise<void> {
  const begun = Date.now() / 1_000;
  const sent: Promise<unknown>[] = [];
  for (const [place, key] of [...code, 'Enter'].entries()) {
    const timestamp = begun + (place * KEY_MS) / 1_000;
    if (place === busyFrom) {
      sent.push(
        page.evaluate((busyMs) => {
          const until = performance.now() + busyMs;
          while (performance.now() < until);
        }, BUSY_MS),
      );
    }
    sent.push(keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key === 'Enter' ? '\r' : key, timestamp }), keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp }));
  }
  await Promise.all(sent);
}

test('a scanner that is a keyboard is read right while the page is busy, and a part of a code is no ticket that is not there (D26)', async ({ visit, site }) => {
  const event = await anEvent(site);
  const page = await visit({ device: 'phone', offline: true });
  const codes = Array.from({ length: count({ test: 8, soak: 1_000 }) }, (_, place) => `ABCDEFGHIJKLMNOPQRSTUV${[...String(place).padStart(4, '0')].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`);
  const requested: string[] = [];
  // Answered here, since before the page was there: one that is busy may ask past a new route. What is measured is what the phone has read.
  await page.route('**/api/tickets/verify', async (route) => {
    requested.push((route.request().postDataJSON() as { qrData: string }).qrData);
    await route.fulfill({ json: { success: false, code: 'NOT_FOUND', message: 'Tiquet no trobat' } });
  });
  await openDoor(page, event);
  await quick(page);
  const keyboard = await page.context().newCDPSession(page);
  for (const [place, code] of codes.entries()) {
    await scanKeys(page, keyboard, { code, busyFrom: (place * 4) % 27 });
    await expect.poll(() => requested.length).toBe(place + 1);
    await press(button(page, 'Següent'));
    await page.locator('[data-tone="none"]').waitFor();
  }
  const wrong = requested.filter((code, place) => code !== codes[place]);
  figure(`D26 codes misread with the page busy for ${BUSY_MS} ms in each`, `${wrong.length} of ${codes.length}`);
  expect(wrong).toEqual([]);

  for (const [code, text] of [[codes[0]!.slice(0, 25), "El codi no s'ha llegit sencer"], ['https://example.com/menu', 'Este QR no és un tiquet nostre']] as const) {
    await wedge(page, code);
    await page.getByRole('alert').filter({ hasText: text }).waitFor();
  }
  expect(requested).toHaveLength(codes.length);

  // The field has the focus, and still holds what somebody had typed.
  const field = page.getByLabel(/Identificador del tiquet/);
  await press(button(page, 'Següent'));
  await field.fill('ORD-12');
  await field.press('End');
  await scanKeys(page, keyboard, { code: codes[1]! });
  await expect.poll(() => requested.at(-1)).toBe(codes[1]);
  await press(button(page, 'Següent'));
  await field.fill('');
  await scanKeys(page, keyboard, { code: codes[1]!.slice(9) });
  await page.getByRole('alert').filter({ hasText: "El codi no s'ha llegit sencer" }).waitFor();
  expect(requested).toHaveLength(codes.length + 1);
});

test('of two tickets scanned while the network hangs both are judged, and a third is refused aloud (D28)', async ({ visit, site }) => {
  const times = count({ test: 2, soak: 100 });
  const page = await visit({ device: 'tiny', offline: true });
  const event = await anEvent(site);
  for (let time = 0; time < times; time += 1) {
    const [one, two, three] = await sell(site, event, 3);
    if (time === 0) {
      await openDoor(page, event);
      await quick(page);
    } else {
      await page.reload();
      await page.getByLabel('Acte').selectOption(String(event.id));
      await page.getByText(/^Llista de fa/).waitFor();
    }
    const network = Promise.withResolvers<void>();
    await page.route('**/api/tickets/verify', async (route) => {
      await network.promise;
      await route.continue();
    });
    await wedge(page, one!.id);
    await wedge(page, two!.id);
    await page.getByText('1 escaneig espera el seu torn').waitFor();
    // Scanned again since nothing happened.
    await wedge(page, two!.id);
    expect(await page.getByText('ha vingut massa prompte').count()).toBe(0);
    await wedge(page, three!.id);
    await page.getByRole('alert').filter({ hasText: 'Torna a escanejar' }).waitFor();
    network.resolve();
    const answers = page.getByLabel('Resultat');
    for (const { ticketNumber } of [one!, two!]) {
      await answers.filter({ hasText: ticketNumber }).waitFor();
      await press(button(page, 'Següent'));
    }
    await page.getByText('1 escaneig espera el seu torn').waitFor({ state: 'detached' });
    await page.unroute('**/api/tickets/verify');
  }
  const lost = 2 * times - (await usedOf(site, event.id));
  figure('D28 scans lost of two in a network that hangs', `${lost} of ${2 * times}`);
  expect(lost).toBe(0);
});

test('a refusal looks like one before anything is confirmed, and says whose it is in the first view of a small phone (D29)', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar de germanor de la falla' });
  const [used, refunded, fresh] = await sell(site, event, 3);
  await site.db.query.updateTable('tickets').set({ status: 'used', usedAt: new Date() }).where('id', '=', used!.id).execute();
  await site.db.query.updateTable('tickets').set({ status: 'refunded' }).where('id', '=', refunded!.id).execute();
  const page = await visit({ device: 'tiny', offline: true });
  await openDoor(page, event);
  for (const [ticket, tone, word] of [[used!, 'warn', 'No passa'], [refunded!, 'no', 'No passa'], [fresh!, 'none', '✅ Disponible']] as const) {
    await typeNumber(page, ticket.ticketNumber);
    await page.locator(`[data-tone="${tone}"]`).waitFor();
    const inView = [page.getByText(word), page.getByText(ticket.ticketNumber.slice(-7)), button(page, 'Cancel·lar')];
    for (const part of inView) {
      const box = await part.first().boundingBox();
      expect(box!.y).toBeGreaterThanOrEqual(0);
      expect(box!.y + box!.height).toBeLessThanOrEqual(640);
    }
    expect(await axeFaults(page)).toEqual([]);
    await press(button(page, 'Cancel·lar'));
  }
});

test('whatever a door refuses, and in whichever mode, its words stand out by 7:1', async ({ visit, site }) => {
  const event = await anEvent(site);
  await changeEvent(site, event.id, { exitReentry: true, kitchenService: true });
  const [used, refunded, fresh] = await sell(site, event, 3);
  const [foreign] = await sell(site, await anEvent(site, { title: 'Un altre sopar' }), 1);
  await site.db.query.updateTable('tickets').set({ status: 'used', usedAt: new Date() }).where('id', '=', used!.id).execute();
  await site.db.query.updateTable('tickets').set({ status: 'refunded' }).where('id', '=', refunded!.id).execute();
  const page = await visit({ device: 'tiny', offline: true });
  await openDoor(page, event);
  // High enough for nothing to lie below the bar, where its ground can't be told.
  await page.setViewportSize({ width: 320, height: 1_600 });
  const seen: string[] = [];
  const look = async (what: string, answered: string | RegExp, close: string): Promise<void> => {
    await page.getByRole('alert').filter({ hasText: answered }).waitFor();
    seen.push(...(await contrastFaults(page, 7)).map((fault) => `${what}: ${fault}`));
    await press(button(page, close));
  };
  for (const [name, text] of [['used', used!.id], ['refunded', refunded!.id], ['of another event', foreign!.id], ['unknown', 'A'.repeat(26)], ['foreign', 'https://example.com/menu'], ['half', used!.id.slice(0, 20)]] as const) {
    await wedge(page, text);
    await look(name, /No passa|Torna a escanejar|No és un tiquet/, 'Cancel·lar');
  }
  await page.getByRole('radio', { name: 'Eixir' }).check();
  await wedge(page, fresh!.id);
  await look('not inside', 'Este tiquet no és a dins', 'Cancel·lar');
  await page.getByRole('radio', { name: 'Servir' }).check();
  await wedge(page, refunded!.id);
  await look('served nothing', 'Tiquet reemborsat', 'Cancel·lar');
  await page.getByRole('radio', { name: 'Entrar' }).check();
  await quick(page);
  for (const [name, text] of [['used, quick', used!.id], ['refunded, quick', refunded!.id]] as const) {
    await wedge(page, text);
    await look(name, 'No passa', 'Següent');
  }
  expect(seen).toEqual([]);
});

import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

import { openDrawerAt } from '#tests/support/people/cashiers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { holdScripts, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { logIn } from '#tests/support/people/account-holder.ts';
import { aTicket, DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { button, heading, press, pressOnce } from '#tests/support/people/shopper.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';

const ORDERS = count({ test: 12, soak: 60 });

test('a dinner of orders by card, by hand and with nothing is withdrawn until nobody is owed', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar del vent' });
  const admin = await visit({ device: 'phone' });
  await logIn(admin, { email: 'admin@comboi.test', password: DEMO_PASSWORD });
  const drawer = await openDrawerAt(admin, 'Casal');
  const byHand = Math.round(ORDERS / 4);
  const free = Math.round(ORDERS / 12);
  for (let n = 0; n < ORDERS - byHand - free; n += 1) await boughtOnline(site.url, { event: event.title, email: `targeta${n}@example.com` });
  for (let n = 0; n < byHand; n += 1) await admin.request.post(`/api/admin/till/sessions/${drawer}/sales`, { data: { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] } });
  for (let n = 0; n < free; n += 1) await admin.request.post('/api/orders', { data: { eventId: event.id, email: `convidat${n}@example.com`, tickets: [aTicket(event)] } });

  let taps = 0;
  async function tap(target: Locator): Promise<void> {
    taps += 1;
    await pressOnce(target);
  }

  await admin.goto('/admin');
  await scriptsAtWork(admin);
  const row = admin.getByRole('listitem').filter({ has: admin.getByRole('heading', { name: 'Sopar del vent' }) });
  await tap(row.locator('summary', { hasText: 'Més' }));
  await tap(row.getByRole('link', { name: 'Canvi de plans' }));
  await heading(admin, 'Canvi de plans');
  await tap(admin.getByRole('link', { name: 'No es fa' }));
  await admin.getByText('Es deu en mà').waitFor();
  await tap(admin.getByLabel('Què els diem'));
  await admin.getByLabel('Què els diem').fill('El vent ha trencat la carpa.');
  await tap(button(admin, "Retirar l'acte"));
  await tap(admin.getByRole('dialog').getByRole('button', { name: /^Retirar i retornar / }));
  await admin.getByText('Esdeveniment retirat.').waitFor();

  await tap(admin.getByRole('link', { name: /^qui són/ }));
  await heading(admin, 'Diners per tornar en mà');
  // Ticked before the scripts have come, it stays ticked.
  const letScriptsCome = await holdScripts(admin);
  await admin.reload({ waitUntil: 'commit' });
  await admin.locator('input[name="order"]').first().check();
  letScriptsCome();
  await button(admin, /^Apunta .*€ com a tornats$/).waitFor();
  await tap(button(admin, `Marca-les totes (${byHand})`));
  await tap(button(admin, /^Apunta .* com a tornats$/));
  await admin.getByText('No es deu res en mà').waitFor();
  figure(`R1 taps to withdraw an event of ${ORDERS} mixed orders until nobody is owed`, String(taps));
  expect(taps).toBe(9);

  const states = site.db.query.selectFrom('orders').select(({ fn }) => ['status', fn.countAll<string>().as('orders')]).where('eventId', '=', event.id).groupBy('status').orderBy('status');
  await expect.poll(() => states.execute(), { timeout: 60_000 }).toEqual([{ status: 'cancelled', orders: String(free) }, { status: 'refunded', orders: String(ORDERS - free) }]);
  await expect.poll(async () => (await site.db.query.selectFrom('refunds').innerJoin('orders', 'orders.id', 'refunds.orderId').select('refunds.id').where('eventId', '=', event.id).where('refunds.status', '=', 'succeeded').execute()).length, { timeout: 60_000 }).toBe(ORDERS - free);
  await admin.goto('/admin');
  await press(admin.locator('summary', { hasText: 'Arxivats' }));
  await admin.getByText('Retirat: tot tramitat').first().waitFor();
});

import { expect } from 'vitest';

import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { holdScripts, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { logIn } from '#tests/support/people/account-holder.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { payOnline } from '#tests/support/people/online-buyers.ts';
import { addTicket, button, confirm, fillBuyer, goToCheckout, heading, pay, press, pressOnce, rivalOrders } from '#tests/support/people/shopper.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';

test('two of four tickets are given back from their order, and somebody else buys the places', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar de quatre', maxTickets: 4 });
  const first = await rivalOrders(site.url, event, 4);
  await payOnline(site.url, first);

  const admin = await visit({ device: 'phone' });
  const begun = performance.now();
  await logIn(admin, { email: 'admin@comboi.test', password: DEMO_PASSWORD });
  await admin.goto(`/admin/tickets/${event.id}`);
  await scriptsAtWork(admin);
  await press(admin.locator('summary', { hasText: first.orderNumber }));
  await press(admin.getByRole('link', { name: /^Obrir la comanda/ }));
  await heading(admin, first.orderNumber);
  // Ticked before the scripts have come, they stay ticked.
  const letScriptsCome = await holdScripts(admin);
  await admin.reload({ waitUntil: 'commit' });
  await admin.locator('summary', { hasText: 'Anul·lar o tornar diners…' }).tap();
  for (const number of [1, 3]) await admin.getByRole('checkbox', { name: `${first.orderNumber}-T${number}` }).check();
  letScriptsCome();
  await press(button(admin, 'Retornar els diners'));
  await pressOnce(button(admin, 'Retornar 28,00 €'));
  await admin.getByText('Escriu el motiu.').waitFor();
  await press(button(admin, 'Cancel·lar'));
  await press(button(admin, 'Retornar els diners'));
  await admin.getByLabel('Motiu').waitFor();
  expect(await admin.getByText('Escriu el motiu.').count()).toBe(0);
  await admin.getByLabel('Motiu').fill('No poden vindre');
  await pressOnce(button(admin, 'Retornar 28,00 €'));
  const ticket = admin.locator('strong', { hasText: `${first.orderNumber}-T1` }).locator('..');
  await ticket.getByText('Reemborsat').waitFor();
  await ticket.getByText('14,00 €').waitFor();
  expect(await admin.getByRole('checkbox', { name: `${first.orderNumber}-T1` }).count()).toBe(0);
  figure('N11 a refund, from the login to the tickets given back', `${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  expect(await soldOf(site, event.id)).toBe(2);

  const buyer = await visit({ device: 'phone' });
  await buyer.goto(`/order/${event.id}`);
  await scriptsAtWork(buyer);
  for (let ticket = 0; ticket < 2; ticket += 1) await addTicket(buyer, { choices: ['Paella'] });
  await goToCheckout(buyer);
  await fillBuyer(buyer, 'segona@example.com');
  await confirm(buyer);
  await pay(buyer);
  expect(await soldOf(site, event.id)).toBe(4);

  const given = site.db.query.selectFrom('refunds').select(['amount', 'status']).where('orderId', '=', first.orderId);
  await expect.poll(() => given.execute()).toEqual([{ amount: 2_800, status: 'succeeded' }]);
  const tickets = await site.db.query.selectFrom('tickets').select('status').where('orderId', '=', first.orderId).orderBy('position').execute();
  expect(tickets.map(({ status }) => status)).toEqual(['refunded', 'active', 'refunded', 'active']);
  await admin.goto(`/admin/orders/${first.orderId}`);
  await admin.getByText('Devolució feta').first().waitFor();
});

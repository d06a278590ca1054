import { expect } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { COMPLAINTS, expectUsable } from '#tests/support/browser/usable.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { addTicket, button, confirm, goToCheckout, heading, pay, press, pressOnce } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

const PAELLA = { choices: ['Paella'] };

test('a member sees which tickets cost what before paying, and two devices share one quota', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar amb límit', memberQuota: 2 });
  const member = await aMember(site);
  const phone = await visit({ device: 'phone', expected: COMPLAINTS });
  await signIn(phone, { email: member.email, password: MEMBER_PASSWORD });
  const desk = await visit({ device: 'desktop', expected: COMPLAINTS });
  await signIn(desk, { email: member.email, password: MEMBER_PASSWORD });

  // Another device has its ticket at the reduced price on the screen when the phone buys the last of them.
  await desk.goto(`/order/${event.id}`);
  await addTicket(desk, PAELLA);
  await goToCheckout(desk);
  await desk.getByText('12,00').filter({ visible: true }).first().waitFor();

  await phone.goto(`/order/${event.id}`);
  await phone.getByText('Preu reduït: fins a 2 tiquets per persona').waitFor();
  for (let n = 0; n < 2; n += 1) await addTicket(phone, PAELLA);
  await phone.getByText('24,00').filter({ visible: true }).first().waitFor();
  expect(await phone.getByText('A preu públic: Ticket').count()).toBe(0);
  await addTicket(phone, PAELLA);
  await phone.getByText('A preu públic: Ticket 3. El preu reduït és fins a 2 tiquets per persona.').waitFor();
  await phone.getByText('38,00').filter({ visible: true }).first().waitFor();
  await expectUsable(phone, 'an order beyond the quota');
  await goToCheckout(phone);
  await phone.getByText('A preu públic: Ticket 3').waitFor();
  await expectUsable(phone, 'the checkout beyond the quota');
  await confirm(phone);
  await heading(phone, '38,00 €');
  const orderId = await pay(phone);

  await pressOnce(button(desk, 'Confirmar i Pagar'));
  await desk.getByText('Abans: 12,00 €. Ara: 14,00 €.').waitFor();
  await desk.getByText('Este tiquet va a preu públic').waitFor();
  await confirm(desk);
  await heading(desk, '14,00 €');
  await desk.goto(`/order/${event.id}`);
  await desk.getByText('Ja els tens: els següents van a preu públic').waitFor();
  await desk.evaluate(() => localStorage.clear());
  await desk.reload();
  await desk.getByText('14,00').filter({ visible: true }).first().waitFor();
  expect(await desk.getByText('12,00').count()).toBe(0);
  await press(button(desk, /Afegir un/));
  await desk.getByRole('dialog').getByText('Paella').first().click();
  await desk.getByRole('dialog').getByText('A preu públic.').waitFor();
  await desk.getByRole('dialog').getByText('14,00').last().waitFor();

  // A ticket that is given back leaves its place to another.
  const office = await visit({ device: 'desktop', expected: COMPLAINTS });
  await signIn(office, { email: 'admin@comboi.test' });
  const reduced = await site.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).where('price', '=', 1200).orderBy('position').limit(1).executeTakeFirstOrThrow();
  const refund = await office.request.post(`/api/admin/orders/${orderId}/refund`, { data: { ticketIds: [reduced.id], reason: 'No pot vindre' } });
  expect(refund.status()).toBeLessThan(300);
  await phone.goto(`/order/${event.id}`);
  await phone.getByText("Te'n queda 1").waitFor();
});

test('whoever pays the public price is told of no quota', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar sense compte', memberQuota: 1 });
  const page = await visit({ device: 'phone' });
  await page.goto(`/order/${event.id}`);
  for (let n = 0; n < 2; n += 1) await addTicket(page, PAELLA);
  await page.getByText('28,00').filter({ visible: true }).first().waitFor();
  // A member would get one of them at the reduced price.
  await page.getByText('26,00 € en lloc de 28,00 €').waitFor();
  expect(await page.getByText('per persona').count()).toBe(0);
});

import { expect } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aShift, aShiftNow } from '#tests/support/app/shifts.ts';
import { expectUsable } from '#tests/support/browser/usable.ts';
import { chooseFromProfile, signIn } from '#tests/support/people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { button, heading, mailsTo, press } from '#tests/support/people/shopper.ts';
import { DOOR_PAGE, haveTime, sell, typeNumber, usedOf } from '#tests/support/site/door-phones.ts';
import { test } from '#tests/support/site/journey.ts';

test('a member takes a shift at the bar on a phone, sees who else is there, and leaves it', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar de la barra' });
  await aShift(site, event, { places: 2, note: 'Quedem al casal' });
  const [page, other] = [await visit({ device: 'phone', offline: true }), await visit({ device: 'phone', javaScriptEnabled: false })];
  const [member, mate] = [await aMember(site, { name: 'Neus Roca' }), await aMember(site, { name: 'Pau Vidal' })];
  await signIn(page, { email: member.email, password: MEMBER_PASSWORD });
  await page.goto('/');
  await chooseFromProfile(page, 'Torns');
  await heading(page, 'Torns');
  const card = page.getByRole('region', { name: 'Sopar de la barra' });
  await card.getByText('Falten 2 persones').waitFor();
  await press(card.getByRole('button', { name: /^M'apunte/ }));
  await page.getByText("T'hi has apuntat. Gràcies!").waitFor();
  await card.getByText('✓ Apuntat').waitFor();
  await expectUsable(page, 'a shift that was taken');

  // Without scripts it is the same form.
  await signIn(other, { email: mate.email, password: MEMBER_PASSWORD });
  await other.goto('/torns');
  await other.getByRole('region', { name: 'Sopar de la barra' }).getByRole('button', { name: /^M'apunte/ }).click();
  await other.getByText("T'hi has apuntat. Gràcies!").waitFor();
  await other.getByText('Amb Neus Roca').waitFor();

  await page.goto('/torns');
  await card.getByText('Amb Pau Vidal').waitFor();
  await press(card.getByRole('button', { name: /^Llevar-me'n/ }));
  await page.getByText('Ja no tens eixe torn.').waitFor();
  await card.getByText('Falta 1 persona').waitFor();
});

test('a shift at the door that an admin accepts lets its member scan for that event, and no other', async ({ visit, site }) => {
  const tomorrow = addDays(dayInMadrid(site.clock.now()), 1);
  const [event, elsewhere] = [await anEvent(site, { title: 'Sopar amb porta', date: tomorrow }), await anEvent(site, { title: 'Concert de demà', date: tomorrow })];
  await aShiftNow(site, event, { kind: 'door', places: 1, from: 0 });
  const [[ticket], [foreign]] = [await sell(site, event, 1), await sell(site, elsewhere, 1)];
  const member = await aMember(site, { name: 'Lluïsa Ferrer' });
  const [phone, desk] = [await visit({ device: 'phone', expected: [/403/], offline: true }), await visit({ device: 'desktop', offline: true })];
  await haveTime(phone);
  await signIn(phone, { email: member.email, password: MEMBER_PASSWORD });
  await phone.goto(DOOR_PAGE);
  await heading(phone, 'Accés Denegat');
  await phone.goto('/torns');
  const card = phone.getByRole('region', { name: 'Sopar amb porta' });
  await press(card.getByRole('button', { name: /^Demanar-lo/ }));
  await card.getByText('Per acceptar').waitFor();

  await signIn(desk, { email: 'admin@comboi.test' });
  await desk.goto('/admin');
  await press(desk.getByRole('navigation', { name: 'Administració' }).getByRole('link', { name: /^Torns/ }));
  await heading(desk, 'Torns');
  await press(desk.getByRole('link', { name: 'Sopar amb porta' }));
  await desk.getByText("1 persona espera que l'acceptes").waitFor();
  await press(button(desk, 'Acceptar Lluïsa Ferrer'));
  await desk.getByText('Acceptat: li ho hem escrit.').waitFor();
  expect((await mailsTo(desk, member.email)).map(({ subject }) => subject)).toEqual(['Torn acceptat: Sopar amb porta']);

  await phone.goto('/torns');
  await press(card.getByRole('link', { name: 'Obrir la porta' }));
  await phone.waitForURL((url) => url.pathname === DOOR_PAGE);
  expect(await phone.getByLabel('Acte').locator('option').allTextContents()).toEqual([expect.stringContaining('Sopar amb porta')]);
  await phone.getByText(/^Llista de fa/).waitFor();
  await typeNumber(phone, ticket!.ticketNumber);
  await press(button(phone, 'Confirmar i Utilitzar'));
  await phone.getByRole('heading', { name: 'Endavant' }).waitFor();
  await press(button(phone, 'Següent'));
  await typeNumber(phone, foreign!.ticketNumber);
  await phone.getByRole('alert').filter({ hasText: 'Concert de demà' }).waitFor();
  expect([await usedOf(site, event.id), await usedOf(site, elsewhere.id)]).toEqual([1, 0]);
});

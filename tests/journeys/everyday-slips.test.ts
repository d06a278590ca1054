import { expect } from 'vitest';

import { fillLogin } from '#tests/support/people/account-holder.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { test } from '#tests/support/site/journey.ts';
import { A_DINNER, addTicket, button, CONCERT, configure, DINNER, fillBuyer, goToCheckout, heading, openEvent, press, ticketsInCart } from '#tests/support/people/shopper.ts';

/** What happens to everybody: a login that was forgotten, a finger beside the button, a letter too few. */

test('a member who forgot to sign in is told the price of members, and comes back to the same cart', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, DINNER);
  await page.getByText('Ets soci? Inicia sessió: des de 12,50 € en lloc de 15,50 €').waitFor();
  await addTicket(page, A_DINNER);
  await page.getByText('Ets soci? Inicia sessió: 15,00 € en lloc de 18,00 €').waitFor();
  await goToCheckout(page);
  await page.getByText('Ets soci? Inicia sessió: 15,00 € en lloc de 18,00 €').waitFor();
  await press(page.getByRole('link', { name: 'Inicia sessió', exact: true }));
  await fillLogin(page, { email: 'soci@comboi.test', password: DEMO_PASSWORD });
  await page.waitForURL(/\/checkout\/\d+$/);
  await page.getByText('15,00').first().waitFor();
  expect(await ticketsInCart(page)).toBe(1);
  expect(await page.getByText('Ets soci?').count()).toBe(0);
});

test('an event where members pay the same says nothing of members', async ({ visit }) => {
  const page = await visit();
  await openEvent(page, CONCERT);
  await addTicket(page);
  expect(await page.getByText('Ets soci?').count()).toBe(0);
});

test('what is free says so, and is confirmed without a word of paying', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, 'Xocolatada infantil');
  await addTicket(page);
  await press(button(page, 'Continuar'));
  await button(page, 'Confirmar').waitFor();
  await fillBuyer(page, 'xocolata@example.com');
  expect(await page.getByText('Gratis').count()).toBeGreaterThan(0);
  expect(await page.getByText(/0,00|pagament|[Pp]agar\b/).filter({ visible: true }).allTextContents()).toEqual(['No cal pagar res: en confirmar ja tens els tiquets. En confirmar acceptes les condicions de compra i la política de privacitat.']);
  await press(button(page, 'Confirmar'));
  await heading(page, 'Ja tens els tiquets!');
});

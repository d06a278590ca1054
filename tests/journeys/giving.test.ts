import { expect } from 'vitest';

import { test } from '#tests/support/site/journey.ts';
import { A_DINNER, button, confirm, DINNER, heading, pay, press, toCheckout } from '#tests/support/people/shopper.ts';

test('after paying the first code stands in sight, opens over the whole screen, and a ticket is given to a friend by a link', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await toCheckout(page, { event: DINNER, tickets: [A_DINNER, A_DINNER, A_DINNER], email: 'regala@example.com' });
  await confirm(page);
  await pay(page);
  const code = (await page.getByRole('img', { name: /^Codi QR/ }).first().boundingBox())!;
  expect(code.y + code.height).toBeLessThan(844);
  await press(button(page, /^A pantalla completa: ticket .*-T1$/));
  const screen = page.getByRole('dialog');
  const placeInSight = (): Promise<string | null> =>
    screen.getByRole('list').evaluate((list) => [...list.children].find((slide) => Math.abs(slide.getBoundingClientRect().left) < 5)?.querySelector('p')?.textContent ?? null);
  await expect.poll(placeInSight).toBe('1 de 3');
  await screen.getByRole('list').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(placeInSight).toBe('2 de 3');
  await page.keyboard.press('Escape');
  await screen.waitFor({ state: 'hidden' });

  await press(page.getByRole('link', { name: 'Donar-ne un' }));
  await press(button(page, 'Fer un enllaç per al Ticket 2'));
  const share = page.getByRole('link', { name: 'Compartir' });
  await share.waitFor();
  const told = new URL((await share.getAttribute('href'))!).searchParams.get('text')!;
  const link = told.split('\n').at(-1)!;

  const friend = await visit({ device: 'phone', expected: [/404/] });
  await friend.goto(link);
  await friend.getByLabel('El teu nom').fill('Marta Pons');
  await press(button(friend, 'Agafar el tiquet'));
  await heading(friend, 'Ja tens el tiquet!');
  expect(await friend.getByRole('img', { name: /^Codi QR del ticket ORD-.*-T2$/ }).isVisible()).toBe(true);

  await page.reload();
  await page.getByText('Donat a Marta Pons').waitFor();
  await press(page.getByRole('link', { name: '← La comanda' }));
  await page.getByText('Donat a Marta Pons').waitFor();
  expect(await page.getByRole('img', { name: /^Codi QR/ }).count()).toBe(2);
  await page.goBack();
  await press(button(page, 'Recuperar el Ticket 2'));
  await button(page, 'Fer un enllaç per al Ticket 2').waitFor();
  await friend.reload();
  await heading(friend, 'Este tiquet ja no és teu');
});

import { expect } from 'vitest';

import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { button, DINNER, heading, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

test('whoever bought the dinner of the demo changes a dish, reads that it is changed and sees the new one', async ({ visit, site }) => {
  const { orderId } = await boughtOnline(site.url, { event: DINNER, email: 'canvia-de-plat@example.com' });
  const page = await visit({ device: 'phone' });
  await page.goto(`/payment-success?order_id=${orderId}`);
  await press(page.getByRole('link', { name: 'Canviar plats' }).first());
  await heading(page, 'Canviar plats');
  const dessert = page.getByRole('group', { name: 'Postres' });
  await expect.poll(() => dessert.getByLabel('Arnadí').isChecked()).toBe(true);
  await press(dessert.getByText('Taronja amb canella'));
  await press(button(page, 'Guardar canvis'));
  await page.getByRole('status').filter({ hasText: 'Plats canviats' }).waitFor();
  await expect.poll(() => dessert.getByLabel('Taronja amb canella').isChecked()).toBe(true);
  expect(new URL(page.url()).pathname).toMatch(/^\/canviar-plats\/[^/.]+$/);
  await press(page.getByRole('link', { name: 'Tornar als tiquets' }));
  await page.getByText('Taronja amb canella').first().waitFor();
});

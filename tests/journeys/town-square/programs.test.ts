import { expect } from 'vitest';

import { axeFaults } from '#tests/support/browser/page-checks.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { button, DINNER, press, pressOnce } from '#tests/support/people/shopper.ts';
import { aReceiver, isSigned } from '#tests/support/programs/receiver.ts';
import { test } from '#tests/support/site/journey.ts';

const secretOn = async (text: { innerText(): Promise<string> }): Promise<string> => (await text.innerText()).trim();

test('an admin makes a token for a program, which reads orders with it until it is revoked', async ({ site, visit }) => {
  const { orderNumber } = await boughtOnline(site.url, { event: DINNER, email: 'remedios.secreta@example.com' });
  const admin = await visit({ device: 'phone', expected: [/status of 409 .*webhooks/] });
  await signIn(admin, { email: 'admin@comboi.test' });
  await admin.goto('/admin/programs');
  await press(button(admin, 'Crear token'));
  await admin.getByText('Tria almenys un permís').first().waitFor();
  await admin.getByLabel('Quin programa és').fill("Web de l'associació");
  await admin.getByLabel(/Llegir comandes i tiquets/).check();
  await press(button(admin, 'Crear token'));
  const token = await secretOn(admin.getByRole('status').locator('code').first());
  expect(token).toMatch(/^cmb_[a-z2-7]{32}$/);
  expect(await axeFaults(admin)).toEqual([]);

  const read = async (): Promise<Response> => fetch(new URL('/api/admin/orders', site.url), { headers: { Authorization: `Bearer ${token}` } });
  const answer = await (await read()).text();
  expect([answer.includes(orderNumber), answer.includes('remedios')]).toEqual([true, false]);

  await admin.reload();
  expect(await admin.getByText(token).count()).toBe(0);
  await admin.getByText('Últim ús:').first().waitFor();
  await press(button(admin, "Anul·lar Web de l'associació"));
  await pressOnce(admin.getByRole('dialog').getByRole('button', { name: 'Anul·lar-lo' }));
  await admin.getByText('ja no obri res').waitFor();
  expect((await read()).status).toBe(401);
});

test('an admin has another program told of sales, tries it and reads what it answered', async ({ site, visit }) => {
  const receiver = await aReceiver();
  const admin = await visit({ device: 'desktop', expected: [/status of 409 .*webhooks/] });
  await signIn(admin, { email: 'admin@comboi.test' });
  await admin.goto('/admin/programs/webhooks');
  await admin.getByLabel('Adreça que rep els avisos').fill('http://exemple.cat/avisos');
  await admin.getByLabel(/Una comanda pagada/).check();
  await press(button(admin, 'Crear avisos'));
  await admin.getByText('Ha de començar per https://').first().waitFor();
  expect(await admin.getByLabel(/Una comanda pagada/).isChecked()).toBe(true);
  await admin.getByLabel('Adreça que rep els avisos').fill(receiver.url);
  await press(button(admin, 'Crear avisos'));
  const secret = await secretOn(admin.getByRole('status').locator('code').first());
  await admin.getByRole('link', { name: 'envia-li una prova' }).click();
  await press(button(admin, 'Enviar una prova'));
  await admin.getByText('Prova rebuda: ha contestat 204').waitFor();

  const { orderNumber } = await boughtOnline(site.url, { event: DINNER, email: 'remedios.secreta@example.com' });
  await expect.poll(() => receiver.received.map(({ message }) => message.data['orderNumber'] ?? message.type)).toEqual(['webhook.test', orderNumber]);
  expect(receiver.received.map((one) => isSigned(one, secret))).toEqual([true, true]);
  await admin.reload();
  await admin.getByText(`order:${orderNumber}`).waitFor();
  expect(await axeFaults(admin)).toEqual([]);

  await press(button(admin, "Deixar d'avisar"));
  await press(admin.getByRole('dialog').getByRole('button', { name: "Deixar d'avisar" }));
  await admin.getByText('Ja no avisem eixa adreça').waitFor();
  await receiver.close();
});

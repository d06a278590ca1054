import { expect } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { logIn } from '#tests/support/people/account-holder.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { button, heading, press, pressOnce } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

test('a treasurer types in what a dinner cost on the phone, sees what is left and takes the document to the assembly', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar de comptes clars', date: '2041-03-10' });
  for (const email of ['una@example.com', 'dues@example.com']) await boughtOnline(site.url, { event: event.title, email });

  const admin = await visit({ device: 'phone' });
  await logIn(admin, { email: 'admin@comboi.test', password: DEMO_PASSWORD });
  await admin.goto(`/admin/totals?eventId=${event.id}`);
  await press(admin.getByRole('link', { name: "Tancament de l'acte" }));
  await heading(admin, 'Tancament');
  await scriptsAtWork(admin);
  const card = admin.getByRole('region', { name: 'Per mitjà de pagament' }).getByRole('row', { name: /^Targeta \(web\)/ });
  await card.getByText('56,00 €').first().waitFor();

  await press(button(admin, 'Afegir despesa'));
  await admin.getByLabel('En què').fill('Arròs i llenya');
  await admin.getByLabel('Import').fill('10,5');
  await pressOnce(button(admin, 'Guardar despeses'));
  await admin.getByText('Despeses guardades.').waitFor();
  const result = admin.getByRole('region', { name: 'Resultat' });
  await result.getByRole('row', { name: /^Despeses/ }).getByText('-10,50 €').waitFor();

  await press(admin.getByRole('link', { name: '← Tancament de la temporada' }));
  await heading(admin, 'Tancament de la temporada');
  expect(new URL(admin.url()).searchParams.get('season')).toBe('2041');
  const row = admin.getByRole('row', { name: /Sopar de comptes clars/ });
  await row.getByText('10,50 €').first().waitFor();
  const download = admin.waitForEvent('download');
  await press(admin.getByRole('link', { name: "PDF per a l'assemblea" }));
  expect((await download).suggestedFilename()).toBe('tancament 2040-2041.pdf');
});

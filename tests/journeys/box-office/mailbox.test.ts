import { expect } from 'vitest';

import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { logIn, mailAbout, recoveryLinkIn, setPassword, signIn } from '#tests/support/people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { button, heading, press, pressOnce } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

const NEW_PASSWORD = 'Quatre4Carxofes';

test('an admin corrects a mailbox that was mistyped, and its owner confirms it from the new one', async ({ visit, site }) => {
  const member = await aMember(site, { name: 'Rosa Bosch', email: 'rosa@exmaple.com' });
  const owner = await visit({ device: 'phone' });
  await signIn(owner, { email: member.email, password: MEMBER_PASSWORD });

  const admin = await visit({ expected: [/status of 409/] });
  await logIn(admin, { email: 'admin@comboi.test', password: DEMO_PASSWORD });
  await admin.goto(`/admin/users/${member.id}`);
  await scriptsAtWork(admin);
  await press(admin.locator('summary', { hasText: 'Corregir el nom o el correu' }));
  await admin.getByLabel('Correu', { exact: true }).fill('admin@comboi.test');
  await pressOnce(button(admin, 'Guardar les dades'));
  await admin.getByText('Ja hi ha un usuari amb este correu.').first().waitFor();
  await admin.getByLabel('Correu', { exact: true }).fill('rosa@example.com');
  await pressOnce(button(admin, 'Guardar les dades'));
  await admin.getByText('Correu canviat: rosa@example.com').waitFor();

  const notice = await mailAbout(owner, { to: 'rosa@exmaple.com', subject: /ja no té este correu/ });
  expect(notice.text).not.toContain('rosa@example.com');
  const link = await mailAbout(owner, { to: 'rosa@example.com', subject: /Confirma el teu correu nou/ });
  await owner.goto(recoveryLinkIn(link).href);
  await setPassword(owner, NEW_PASSWORD);

  await admin.reload();
  await heading(admin, 'Rosa Bosch');
  await admin.getByText('Correu canviat', { exact: true }).waitFor();
  await admin.locator('div', { has: admin.getByText('Correu comprovat', { exact: true }) }).getByText('Sí', { exact: true }).first().waitFor();
  const { emailVerified } = await site.db.query.selectFrom('users').select('emailVerified').where('id', '=', member.id).executeTakeFirstOrThrow();
  expect(emailVerified).toBe(true);
});

import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { logIn, signIn } from '#tests/support/people/account-holder.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { figure, soakCases } from '#tests/support/reporting/counts.ts';
import { test as plainTest } from '#tests/support/site/journey.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { axeFaults } from '#tests/support/browser/page-checks.ts';
import { DINNER, press, pressOnce } from '#tests/support/people/shopper.ts';
import { type Site, startSite } from '#tests/support/site/site.ts';
import { aSmtpServer } from '#tests/support/smtp/smtp-server.ts';

const ADMIN = { email: 'admin@comboi.test', password: DEMO_PASSWORD };

const test = plainTest
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it which fixtures are wanted
  .extend('smtp', { scope: 'file' }, async ({}, { onCleanup }) => {
    const smtp = await aSmtpServer();
    onCleanup(() => smtp.close());
    return smtp;
  })
  .extend('site', { scope: 'file' }, async ({ smtp }, { onCleanup }) => {
    const site = await startSite({ SMTP_URL: smtp.url });
    onCleanup(() => site.end());
    return site;
  });

/** The admin page of mails, once one needs a person. */
async function openMails(page: Page, recipient: string): Promise<Locator> {
  const mail = page.getByRole('article', { name: recipient });
  for (;;) {
    await page.goto('/admin/mails');
    if ((await mail.count()) > 0) return mail;
    await page.waitForTimeout(200);
  }
}

/** Lets a day pass for mails that wait for their next try, and says how many were given up. */
async function givenUp({ db, clock }: Site, emails: string[]): Promise<number> {
  const now = clock.now();
  const yesterday = new Date(now.getTime() - 25 * 3_600_000);
  await db.query.updateTable('mails').set({ createdAt: yesterday, nextAttemptAt: now }).where('recipient', 'in', emails).where('status', '=', 'pending').execute();
  return (await db.query.selectFrom('mails').select('id').where('recipient', 'in', emails).where('status', '=', 'failed').execute()).length;
}

async function withoutFaults(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
}

describe.for(soakCases([
  ['phone', true],
  ['desktop', false],
] as const))('on a %s, scripts %s', ([device, scripts]) => {
  test('an admin corrects a mistyped address, and the tickets arrive', async ({ visit, site, smtp }) => {
    const name = `${device}${scripts ? '' : '-plain'}`;
    const [wrong, right] = [`neus.${name}@exmaple.com`, `neus.${name}@example.com`];
    smtp.manner = 'no_such_box';
    await boughtOnline(site.url, { event: DINNER, email: wrong });
    const page = await visit({ device, javaScriptEnabled: scripts, expected: [/status of 400/] });
    const begun = performance.now();
    await logIn(page, ADMIN);
    await page.goto('/admin');
    await press(page.getByRole('navigation', { name: 'Administració' }).getByRole('link', { name: /^Correus/ }));
    await page.waitForURL('**/admin/mails');
    const mail = await openMails(page, wrong);
    await mail.getByText('La bústia no existix').waitFor();
    if (scripts) await withoutFaults(page);
    smtp.manner = 'accept';

    await press(mail.getByText("Corregir l'adreça"));
    await mail.getByLabel('Correu de la comanda').fill('neus');
    await press(mail.getByRole('button', { name: 'Canviar i enviar' }));
    await mail.getByText('introdueix un email vàlid').waitFor();
    if (scripts) await withoutFaults(page);
    await mail.getByLabel('Correu de la comanda').fill(right);
    await press(mail.getByRole('button', { name: 'Canviar i enviar' }));
    await page.getByText('Adreça corregida').waitFor();
    await page.getByRole('listitem').filter({ hasText: right }).first().waitFor();
    figure(`N11 mail not received, from the login to the corrected address, on a ${device}${scripts ? '' : ' without scripts'}`, `${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    await expect.poll(() => smtp.received.flatMap(({ recipients }) => recipients)).toContain(right);
    const arrived = smtp.received.filter(({ recipients }) => recipients.includes(right));
    expect(arrived[0]?.email.attachments.map(({ mimeType }) => mimeType)).toContain('application/pdf');
    figure(`C8 a corrected address reached on a ${device}${scripts ? '' : ' without scripts'}`, `${arrived.length} of 1`);
  });

  test('an admin sends again, with one button, all that one failure of the mail server has stopped', async ({ visit, site, smtp }) => {
    const emails = ['pere', 'quima', 'rosa'].map((name) => `${name}.${device}${scripts ? '' : '-plain'}@example.com`);
    smtp.manner = 'busy';
    for (const email of emails) await boughtOnline(site.url, { event: DINNER, email });
    await expect.poll(() => givenUp(site, emails)).toBe(emails.length);
    smtp.manner = 'accept';

    const page = await visit({ device, javaScriptEnabled: scripts });
    await signIn(page, ADMIN);
    await page.goto('/admin/mails');
    await page.getByText('3 correus no han eixit pel mateix motiu').waitFor();
    await press(page.getByText('Tornar a enviar els 3'));
    if (scripts) await withoutFaults(page);
    await pressOnce(page.getByRole('button', { name: 'Sí, enviar 3 correus' }));
    await page.getByText('3 correus tornen a eixir').waitFor();
    const arrived = (): string[] => smtp.received.flatMap(({ recipients }) => recipients).filter((email) => emails.includes(email));
    await expect.poll(() => arrived().toSorted()).toEqual(emails);
    figure(`C8 mails sent again by one button on a ${device}${scripts ? '' : ' without scripts'}`, `${arrived().length} of ${emails.length}`);
  });
});

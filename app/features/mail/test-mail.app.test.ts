import { afterAll, beforeAll, expect, test } from 'vitest';

import { smtpMailer } from '#app/platform/adapters/mail/smtp-mailer.server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aSmtpServer, type TestSmtp } from '#tests/support/smtp/smtp-server.ts';

import { sendTestMail } from './test-mail.server.ts';

let app: TestApp;
let smtp: TestSmtp;
beforeAll(async () => {
  [app, smtp] = [await aTestApp(), await aSmtpServer()];
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const sent = () => app.db.query.selectFrom('mails').select(['recipient', 'status']).where('kind', '=', 'mail_test').execute();

async function trySending(to: string) {
  const mailer = smtpMailer({ url: smtp.url, mailFrom: 'Comboi <hola@comboi.example>' });
  try {
    return await sendTestMail({ mailer, query: app.db.query, clock: app.clock, ids: app.deps.ids, publicUrl: app.deps.env.publicUrl }, to);
  } finally {
    await mailer.close();
  }
}

test('what the mail server refuses is said with its reason, and proves nothing', async () => {
  smtp.manner = 'no_such_box';
  expect(await trySending('amparo@festa.example')).toMatchObject({ sent: false, failure: 'no_mailbox', reason: expect.stringContaining('no such mailbox') });
  expect(await sent()).toEqual([]);
});

test('a mail that it takes is a proof that mail was tried', async () => {
  smtp.manner = 'accept';
  expect(await trySending('amparo@festa.example')).toEqual({ sent: true });
  expect(smtp.received.at(-1)).toMatchObject({ recipients: ['amparo@festa.example'], email: { subject: 'Prova de correu' } });
  expect(await sent()).toEqual([{ recipient: 'amparo@festa.example', status: 'sent' }]);
});

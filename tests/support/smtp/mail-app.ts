import { smtpMailer } from '#app/platform/adapters/mail/smtp-mailer.server.ts';
import type { MailTemplate } from '#app/features/mail/service.server.ts';
import { MAIL_TEMPLATES } from '#app/features.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { aSmtpServer, type TestSmtp } from './smtp-server.ts';
import { aTestApp, type TestApp } from '../app/test-app.ts';

/** The app's templates, without the drawing of tickets: for tests of the outbox, which send many. */
export const UNDRAWN: readonly MailTemplate[] = MAIL_TEMPLATES.map((template) =>
  template.kind === 'tickets'
    ? { ...template, render: async (_, { recipient }) => ({ subject: 'Els teus tiquets', text: recipient, html: `<p>${recipient}</p>`, attachments: [] }) }
    : template,
);

export interface MailApp extends TestApp {
  smtp: TestSmtp;
  /** The app's dependencies, whose mails go to that server. */
  mailDeps: Deps;
  /** Leaves no mail to the next test, neither one that waits nor one that came. */
  empty(): Promise<void>;
}

/** The app beside a mail server. Nothing is sent by itself. */
export async function aMailApp(): Promise<MailApp> {
  const app = await aTestApp();
  const smtp = await aSmtpServer();
  const mailer = smtpMailer({ url: `${smtp.url}?rateLimit=10000`, mailFrom: 'Comboi <hola@comboi.example>' });
  return {
    ...app,
    smtp,
    mailDeps: { ...app.deps, mailer },
    async empty() {
      await app.db.query.deleteFrom('mails').execute();
      smtp.received.length = 0;
      smtp.manner = 'accept';
    },
    async close() {
      await mailer.close();
      await smtp.close();
      await app.close();
    },
  };
}

import { createTransport } from 'nodemailer';

import { composeMessage, parseSender } from './mail-message.server.ts';
import { type Mailer, type MailOutcome, MAILS_AT_ONCE } from './mailer.server.ts';

export interface SmtpMailerOptions {
  /** smtp://user:password@host:587; settings of the library may follow as a query and win, like `?rateLimit=20`. */
  url: string;
  mailFrom: string;
  /** For connecting, for the greeting and for silence in between. */
  timeoutMs?: number;
  /** For one mail as a whole, however slowly the other side drips. */
  deadlineMs?: number;
}

const TIMEOUT_MS = 20_000;
const DEADLINE_MS = 90_000;
/** What most mail providers put up with; `?rateLimit=` in the address says otherwise. */
const MAILS_PER_SECOND = 10;

/** Mail by SMTP over a pool of connections. */
export function smtpMailer(options: SmtpMailerOptions): Mailer {
  const sender = parseSender(options.mailFrom);
  const timeout = options.timeoutMs ?? TIMEOUT_MS;
  const { url, perSecond } = readAddress(options.url);
  const transport = createTransport({
    url,
    pool: true,
    // As many as are needed: one that is free is taken before another is opened.
    maxConnections: MAILS_AT_ONCE,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    // A connection lost after DATA may have delivered: whether to try again is for the outbox to decide, later.
    maxRequeues: 0,
  });
  return {
    perSecond,
    async send(mail): Promise<MailOutcome> {
      const message = composeMessage(mail, sender);
      if (message === null) return { sent: false, permanent: true, reason: 'the recipient is not one plain address' };
      try {
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(options.deadlineMs ?? DEADLINE_MS) });
        return { sent: true };
      } catch (error) {
        return refusal(error);
      }
    },
    close(): Promise<void> {
      transport.close();
      return Promise.resolve();
    },
  };
}

/** The library would count `rateLimit` for itself alone: it is the outbox that keeps to it. */
function readAddress(address: string): { url: string; perSecond: number } {
  const url = new URL(address);
  const asked = Number(url.searchParams.get('rateLimit'));
  url.searchParams.delete('rateLimit');
  return { url: url.href, perSecond: asked > 0 ? asked : MAILS_PER_SECOND };
}

/** What the other side says about this one mail is final; what it says about us (login, limits, greeting) may be mended. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/;

function refusal(error: unknown): MailOutcome {
  const { message, code, responseCode, command } = error as Partial<Record<'message' | 'code' | 'command', string>> & { responseCode?: number };
  const permanent = responseCode !== undefined && responseCode >= 500 && ABOUT_THE_MAIL.test(command ?? '');
  return { sent: false, permanent, reason: [code, message ?? String(error)].filter(Boolean).join(': ').slice(0, 500) };
}

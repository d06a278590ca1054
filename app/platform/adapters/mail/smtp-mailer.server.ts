import { Readable } from 'node:stream';

import { createTransport } from 'nodemailer';

import { composeMessage, parseSender } from './mail-message.server.ts';
import { type Mailer, type MailOutcome, MAILS_AT_ONCE } from './mailer.server.ts';
import { smtpFailure } from './smtp-failure.server.ts';

export interface SmtpMailerOptions {
  /** smtp://user:password@host:587; nodemailer's settings may follow as a query, like `?rateLimit=20`. */
  url: string;
  mailFrom: string;
  timeouts?: Partial<SmtpTimeouts>;
}

export interface SmtpTimeouts {
  connectMs: number;
  commandsMs: number;
  dataMs: number;
  /** From the last dot to the answer: ten minutes by RFC 5321, 4.5.3.2.6. Giving up sooner leads to copies. */
  afterDataMs: number;
}

const TIMEOUTS: SmtpTimeouts = { connectMs: 20_000, commandsMs: 60_000, dataMs: 3 * 60_000, afterDataMs: 10.5 * 60_000 };
const SPARE_MS = 30_000;
const MAILS_PER_SECOND = 10;

export function smtpMailer(options: SmtpMailerOptions): Mailer {
  const sender = parseSender(options.mailFrom);
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const { url, perSecond } = readAddress(options.url);
  const sendings = new WeakMap<AbortSignal, Sending>();
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    // The longest silence of any stage; shorter ones are timed by each sending.
    socketTimeout: timeouts.afterDataMs + SPARE_MS,
    // A connection lost after DATA may have delivered the mail; the outbox decides about another try.
    maxRequeues: 0,
  });
  transport.use('stream', (mail, done) => {
    const sending = sendings.get(mail.data.signal as AbortSignal);
    if (sending) mail.message.processFunc((message) => sending.watch(message));
    done();
  });
  return {
    perSecond,
    async send(mail): Promise<MailOutcome> {
      const message = composeMessage(mail, sender);
      if (message === null) return { sent: false, permanent: true, isUncertain: false, failure: 'no_address', reason: 'the recipient is not one plain address' };
      const sending = beginSending(timeouts);
      sendings.set(sending.signal, sending);
      try {
        await transport.sendMail({ ...message, signal: sending.signal });
        return { sent: true };
      } catch (error) {
        return smtpFailure(error, sending.isHandedOver());
      } finally {
        sending.end();
      }
    },
    close(): Promise<void> {
      transport.close();
      return Promise.resolve();
    },
  };
}

interface Sending {
  signal: AbortSignal;
  /** Not read before the mail server accepts DATA. */
  watch(message: Readable): Readable;
  isHandedOver(): boolean;
  end(): void;
}

function beginSending({ commandsMs, dataMs, afterDataMs }: SmtpTimeouts): Sending {
  const abort = new AbortController();
  let isHandedOver = false;
  let timer: NodeJS.Timeout;
  function allow(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(), ms);
  }
  async function* watched(message: Readable): AsyncGenerator<Buffer> {
    allow(dataMs);
    for await (const chunk of message) yield chunk as Buffer;
    isHandedOver = true;
    allow(afterDataMs);
  }
  allow(commandsMs);
  return {
    signal: abort.signal,
    watch: (message) => Readable.from(watched(message), { objectMode: false }),
    isHandedOver: () => isHandedOver,
    end: () => clearTimeout(timer),
  };
}

/** nodemailer would count `rateLimit` for this process alone. */
function readAddress(address: string): { url: string; perSecond: number } {
  const url = new URL(address);
  const perSecond = Number(url.searchParams.get('rateLimit'));
  url.searchParams.delete('rateLimit');
  return { url: url.href, perSecond: perSecond > 0 ? perSecond : MAILS_PER_SECOND };
}

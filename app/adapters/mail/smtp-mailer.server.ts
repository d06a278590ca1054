import { Readable } from 'node:stream';

import { createTransport } from 'nodemailer';

import { composeMessage, parseSender } from './mail-message.server.ts';
import { type Mailer, type MailOutcome, MAILS_AT_ONCE } from './mailer.server.ts';
import { smtpFailure } from './smtp-failure.server.ts';

export interface SmtpMailerOptions {
  /** smtp://user:password@host:587; settings of the library may follow as a query and win, like `?rateLimit=20`. */
  url: string;
  mailFrom: string;
  patience?: Partial<SmtpPatience>;
}

/** How long the other side is waited for. */
export interface SmtpPatience {
  /** For a connection and its greeting. */
  connectMs: number;
  /** Until it wants to have the mail: connection, login and envelope together, however slowly it drips. */
  commandsMs: number;
  /** While it takes the mail. */
  dataMs: number;
  /**
   * After the last dot, until it says that it keeps the mail. Whoever gives up sooner sends copies: servers look at a mail
   * before they answer (RFC 5321, 4.5.3.2.6: ten minutes).
   */
  afterDataMs: number;
}

const PATIENCE: SmtpPatience = { connectMs: 20_000, commandsMs: 60_000, dataMs: 3 * 60_000, afterDataMs: 10.5 * 60_000 };
const SPARE_MS = 30_000;
/** What most mail providers put up with; `?rateLimit=` in the address says otherwise. */
const MAILS_PER_SECOND = 10;

/** Mail by SMTP over a pool of connections. */
export function smtpMailer(options: SmtpMailerOptions): Mailer {
  const sender = parseSender(options.mailFrom);
  const patience = { ...PATIENCE, ...options.patience };
  const { url, perSecond } = readAddress(options.url);
  const sendings = new WeakMap<AbortSignal, Sending>();
  const transport = createTransport({
    url,
    pool: true,
    // As many as are needed: one that is free is taken before another is opened.
    maxConnections: MAILS_AT_ONCE,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.connectMs,
    dnsTimeout: patience.connectMs,
    // For the longest silence there may be; the shorter ones are each sending's own.
    socketTimeout: patience.afterDataMs + SPARE_MS,
    // A connection lost after DATA may have delivered: whether to try again is for the outbox to decide, later.
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
      const sending = beginSending(patience);
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

/** One mail on its way: aborted when a stage of it takes longer than that stage may. */
interface Sending {
  signal: AbortSignal;
  /** The message as the library reads it: not before the other side wants to have it. */
  watch(message: Readable): Readable;
  isHandedOver(): boolean;
  end(): void;
}

function beginSending({ commandsMs, dataMs, afterDataMs }: SmtpPatience): Sending {
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

/** The library would count `rateLimit` for itself alone: it is the outbox that keeps to it. */
function readAddress(address: string): { url: string; perSecond: number } {
  const url = new URL(address);
  const asked = Number(url.searchParams.get('rateLimit'));
  url.searchParams.delete('rateLimit');
  return { url: url.href, perSecond: asked > 0 ? asked : MAILS_PER_SECOND };
}

import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  /** Of the envelope: who really gets it. */
  recipients: string[];
  raw: string;
  email: Email;
}

/**
 * What the other side does: `accept`, refuse the recipient (4xx or 5xx), refuse the login, say nothing at all, or take the
 * whole mail and hang up before answering.
 */
export type SmtpManner = 'accept' | 'busy' | 'no_such_box' | 'full_box' | 'bad_login' | 'silent' | 'hang_up_after_data';

export interface TestSmtp {
  url: string;
  received: ReceivedMail[];
  /** May be changed while it runs. */
  manner: SmtpManner;
  /** Runs when a mail was taken, before it is acknowledged. */
  beforeAnswer: (() => Promise<void>) | null;
  close(): Promise<void>;
}

const REFUSALS: Partial<Record<SmtpManner, { code: number; text: string }>> = {
  busy: { code: 451, text: 'try later' },
  no_such_box: { code: 550, text: 'no such mailbox' },
  full_box: { code: 552, text: '5.2.2 mailbox full' },
};

/** A mail server that keeps what it takes. */
export async function aSmtpServer(manner: SmtpManner = 'accept'): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onConnect(_session, callback) {
      if (smtp.manner !== 'silent') callback();
    },
    onAuth(_auth, _session, callback) {
      if (smtp.manner === 'bad_login') callback(refusal(535, 'who are you'));
      else callback(null, { user: 'comboi' });
    },
    onRcptTo(_address, _session, callback) {
      const no = REFUSALS[smtp.manner];
      callback(no ? refusal(no.code, no.text) : null);
    },
    onData(stream, session, callback) {
      async function take(): Promise<void> {
        const raw = await buffer(stream);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map((recipient) => recipient.address),
          raw: raw.toString('utf8'),
          email: await PostalMime.parse(raw),
        });
        await smtp.beforeAnswer?.();
        if (smtp.manner === 'hang_up_after_data') for (const connection of server.connections) connection.close();
        else callback();
      }
      // A sender that dies in the middle of a mail has sent none.
      take().catch(() => {});
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const smtp: TestSmtp = {
    url: `smtp://comboi:secret@127.0.0.1:${port}`,
    received,
    manner,
    beforeAnswer: null,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return smtp;
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, describe, expect, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';
import { aSmtpServer, type SmtpManner, type TestSmtp } from '#tests/support/smtp/smtp-server.ts';

import { messageId, parseSender } from './mail-message.server.ts';
import type { Mailer, OutgoingMail } from './mailer.server.ts';
import { type SmtpTimeouts, smtpMailer } from './smtp-mailer.server.ts';

const MAIL_FROM = 'Comboi <hola@comboi.example>';
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function aPost(manner: SmtpManner, timeouts: Partial<SmtpTimeouts> = {}): Promise<{ smtp: TestSmtp; mailer: Mailer }> {
  const smtp = await aSmtpServer(manner);
  const mailer = smtpMailer({ url: smtp.url, mailFrom: MAIL_FROM, timeouts });
  closing.push(() => smtp.close(), () => mailer.close());
  return { smtp, mailer };
}

function aMail(part: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    id: '6f1c0c5e-0000-4000-8000-000000000001',
    to: 'ramon@example.com',
    subject: 'Els teus tiquets: Sopar de Germanor',
    text: 'Ja tens els teus tiquets!',
    html: '<p>Ja tens els teus tiquets!</p><img src="cid:t1@comboi">',
    attachments: [{ filename: 'ticket-1.png', contentType: 'image/png', content: new Uint8Array([1, 2, 3]), contentId: 't1@comboi' }],
    ...part,
  };
}

describe('sending by SMTP', () => {
  test('delivers text, HTML and pictures to one recipient', async () => {
    const { smtp, mailer } = await aPost('accept');
    expect(await mailer.send(aMail())).toEqual({ sent: true });
    const [mail] = smtp.received;
    expect(mail?.from).toBe('hola@comboi.example');
    expect(mail?.recipients).toEqual(['ramon@example.com']);
    expect(mail?.email.from).toMatchObject({ name: 'Comboi', address: 'hola@comboi.example' });
    expect(mail?.email.text).toContain('Ja tens els teus tiquets!');
    expect(mail?.email.html).toContain('cid:t1@comboi');
    expect(mail?.email.attachments).toMatchObject([{ filename: 'ticket-1.png', mimeType: 'image/png', contentId: '<t1@comboi>', disposition: 'inline' }]);
  });

  test('names a mail the same whenever it is sent', async () => {
    const { smtp, mailer } = await aPost('accept');
    await mailer.send(aMail());
    await mailer.send(aMail());
    const expected = messageId(aMail().id, parseSender(MAIL_FROM));
    expect(expected).toBe('<6f1c0c5e-0000-4000-8000-000000000001@comboi.example>');
    expect(smtp.received.map((mail) => mail.email.messageId)).toEqual([expected, expected]);
  });

  test.each<[SmtpManner, boolean]>([
    ['busy', false],
    ['no_such_box', true],
    ['bad_login', false],
  ])('an answer of %s is final: %s', async (manner, permanent) => {
    const { mailer, smtp } = await aPost(manner);
    expect(await mailer.send(aMail())).toMatchObject({ sent: false, permanent });
    expect(smtp.received).toHaveLength(0);
  });

  test('a server that says nothing is given up on in time, and may be tried again', async () => {
    const { mailer } = await aPost('silent', { connectMs: 200 });
    expect(await mailer.send(aMail())).toMatchObject({ sent: false, permanent: false });
  });

  test('a server that drips is given up on at the deadline', async () => {
    const { mailer } = await aPost('silent', { commandsMs: 200 });
    expect(await mailer.send(aMail())).toMatchObject({ sent: false, permanent: false });
  });

  test('a server that hangs up after the mail is not sent the mail again behind our back', async () => {
    const { smtp, mailer } = await aPost('hang_up_after_data');
    expect(await mailer.send(aMail())).toMatchObject({ sent: false, permanent: false, isUncertain: true, failure: 'uncertain' });
    expect(smtp.received).toHaveLength(1);
  });

  test.each([
    ['a small mail', aMail()],
    ['a mail of a megabyte', aMail({ attachments: [{ filename: 'ticket-1.png', contentType: 'image/png', content: new Uint8Array(1_000_000) }] })],
  ])('a server that takes its time after the last dot of %s is waited for, longer than for anything else', async (_size, mail) => {
    const { smtp, mailer } = await aPost('accept', { connectMs: 6_000, commandsMs: 6_000, dataMs: 6_000, afterDataMs: 60_000 });
    smtp.beforeAnswer = () => pause(6_500);
    expect(await mailer.send(mail)).toEqual({ sent: true });
    expect(smtp.received).toHaveLength(1);
  });

  test('a server that never answers after the last dot is given up on, and nobody knows whether it has the mail', async () => {
    const { smtp, mailer } = await aPost('accept', { afterDataMs: 300 });
    smtp.beforeAnswer = () => pause(3_000);
    expect(await mailer.send(aMail())).toMatchObject({ sent: false, permanent: false, isUncertain: true, failure: 'uncertain' });
    await expect.poll(() => smtp.received).toHaveLength(1);
  });

  test.each<[SmtpManner, string]>([
    ['busy', 'later'],
    ['no_such_box', 'no_mailbox'],
    ['full_box', 'full_mailbox'],
    ['bad_login', 'login'],
    ['silent', 'silent'],
  ])('what the library tells of a server that is %s is read as %s, and is no uncertainty', async (manner, failure) => {
    const { mailer } = await aPost(manner, manner === 'silent' ? { connectMs: 200 } : {});
    expect(await mailer.send(aMail())).toMatchObject({ sent: false, failure, isUncertain: false });
  });

  test('no server at all is worth another try', async () => {
    const { smtp, mailer } = await aPost('accept');
    await smtp.close();
    closing.shift();
    expect(await mailer.send(aMail())).toMatchObject({ sent: false, permanent: false });
  });
});

describe('header injection', () => {
  const INTENDED = 'ramon@example.com';
  const EVIL = 'evil@evil.example';
  const reached: string[] = [];
  let tried = 0;

  test.each([
    'ramon@example.com, evil@evil.example',
    'ramon@example.com; evil@evil.example',
    'ramon@example.com evil@evil.example',
    'ramon@example.com\r\nBcc: evil@evil.example',
    'ramon@example.com\nRCPT TO:<evil@evil.example>',
    'grp: ramon@example.com, evil@evil.example;',
    '"ramon@example.com, evil"@evil.example',
    'ramon@example.com(evil@evil.example)',
    'ramon@example.com(c)evil.example',
    '<evil@evil.example> ramon@example.com',
    'Ramon <ramon@example.com>',
    'ramon@example.com>, <evil@evil.example',
    'ramon@example.com\0evil@evil.example',
    '@evil.example:ramon@example.com',
    'ramon%evil.example@example.com@evil.example',
    '',
    ' ',
  ])('the recipient %j reaches nobody', async (to) => {
    const { smtp, mailer } = await aPost('accept');
    expect(await mailer.send(aMail({ to }))).toMatchObject({ sent: false, permanent: true });
    expect(smtp.received).toHaveLength(0);
    reached.push(...smtp.received.flatMap((mail) => mail.recipients));
    tried += 1;
  });

  test.each([
    ['subject', { subject: `Sopar\r\nBcc: ${EVIL}` }],
    ['subject with a bare line feed', { subject: `Sopar\nTo: ${EVIL}\n\nbody` }],
    ['subject with a bare carriage return', { subject: `Sopar\rCc: ${EVIL}` }],
    ['subject with a line separator', { subject: `Sopar\u2028Bcc: ${EVIL}` }],
    ['subject with an encoded word', { subject: `=?utf-8?q?Sopar=0D=0ABcc:_${EVIL}?=` }],
    ['text', { text: `\r\n.\r\nRCPT TO:<${EVIL}>\r\nDATA\r\n` }],
    ['html', { html: `<p>\r\n.\r\nRCPT TO:<${EVIL}></p>` }],
    ['file name', { attachments: [{ filename: `a.png"\r\nBcc: ${EVIL}`, contentType: 'image/png', content: new Uint8Array([1]) }] }],
  ])('a hostile %s adds no recipient and no header', async (_, part) => {
    const { smtp, mailer } = await aPost('accept');
    expect(await mailer.send(aMail(part))).toEqual({ sent: true });
    expect(smtp.received.map((mail) => mail.recipients)).toEqual([[INTENDED]]);
    reached.push(...smtp.received.flatMap((mail) => mail.recipients));
    tried += 1;
    const email = smtp.received[0]!.email;
    expect(email.to).toMatchObject([{ address: INTENDED }]);
    expect(email.cc ?? []).toEqual([]);
    expect(email.bcc ?? []).toEqual([]);
  });

  test('of no kind has reached anybody but who was meant', () => {
    const strangers = reached.filter((recipient) => recipient !== INTENDED);
    expect(strangers).toEqual([]);
    figure(`C7 recipients nobody meant, of ${tried} payloads`, strangers.length);
  });
});

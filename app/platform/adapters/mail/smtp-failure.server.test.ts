import { describe, expect, test } from 'vitest';

import { smtpFailure } from './smtp-failure.server.ts';

describe('an answer of the mail server', () => {
  test.each([
    [{ code: 'EAUTH', command: 'AUTH LOGIN', responseCode: 535, response: '535 5.7.8 who are you' }, 'login', false],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553, response: '553 sender address rejected' }, 'sender', true],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 no such mailbox' }, 'no_mailbox', true],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452, response: "452 4.2.2 The recipient's inbox is out of storage space" }, 'full_mailbox', false],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 552, response: '552 mailbox full' }, 'full_mailbox', true],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 552, response: '552 5.2.2 no room for it' }, 'full_mailbox', true],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 552, response: '552 Requested mail action aborted: exceeded storage allocation' }, 'full_mailbox', true],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 452, response: '452 4.3.1 insufficient system storage' }, 'later', false],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451, response: '451 try later' }, 'later', false],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 daily quota exceeded' }, 'refused', true],
    [{ code: 'EPROTOCOL', command: 'CONN', responseCode: 421, response: '421 too many connections' }, 'later', false],
  ] as const)('%j is read as %s, final: %s', (error, failure, permanent) => {
    for (const isHandedOver of [false, true]) expect(smtpFailure(error, isHandedOver)).toMatchObject({ failure, permanent, isUncertain: false });
  });
});

describe('without an answer', () => {
  const LOST = [
    { code: 'ECONNECTION', command: 'CONN', message: 'connect ECONNREFUSED 127.0.0.1:25' },
    { code: 'ETIMEDOUT', command: 'CONN', message: 'Timeout' },
    { code: 'ABORT_ERR', message: 'The operation was aborted due to timeout' },
  ];

  test.each(LOST)('%j is silence before the mail was handed over, and uncertain afterwards', (error) => {
    expect(smtpFailure(error, false)).toMatchObject({ failure: 'silent', permanent: false, isUncertain: false });
    expect(smtpFailure(error, true)).toMatchObject({ failure: 'uncertain', permanent: false, isUncertain: true });
  });

  test('what nobody foresaw is unknown', () => {
    expect(smtpFailure(new Error('something else'), false)).toMatchObject({ failure: 'unknown', reason: 'something else' });
  });
});

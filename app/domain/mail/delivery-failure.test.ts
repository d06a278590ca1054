import { expect, test } from 'vitest';

import { isSystemic, deliveryFailureOf } from './delivery-failure.ts';

test.each([
  ['EAUTH: Invalid login: 535 5.7.8 who are you', 'login'],
  ['EENVELOPE: Mail command failed: 553 sender address rejected', 'sender'],
  ["EENVELOPE: Can't send mail - all recipients were rejected: 550 no such mailbox", 'no_mailbox'],
  ["EENVELOPE: Can't send mail - all recipients were rejected: 452 4.2.2 The recipient's inbox is out of storage space", 'full_mailbox'],
  ["EENVELOPE: Can't send mail - all recipients were rejected: 552 mailbox full", 'full_mailbox'],
  ['EMESSAGE: Message failed: 552 5.2.2 no room for it', 'full_mailbox'],
  ['EMESSAGE: Message failed: 552 Requested mail action aborted: exceeded storage allocation', 'full_mailbox'],
  ['EMESSAGE: Message failed: 452 4.3.1 insufficient system storage', 'later'],
  ["EENVELOPE: Can't send mail - all recipients were rejected: 451 try later", 'later'],
  ['EMESSAGE: Message failed: 554 daily quota exceeded', 'refused'],
  ['ECONNECTION: connect ECONNREFUSED 127.0.0.1:25', 'silent'],
  ['not drawn', 'not_drawn'],
  ['nothing to send any more', 'nothing_to_say'],
  ['something else', 'unknown'],
])('%s is read as: %s', (reason, trouble) => {
  expect(deliveryFailureOf(reason)).toBe(trouble);
});

test('what is wrong with one address or one mailbox is no trouble of all', () => {
  expect((['no_address', 'no_mailbox', 'full_mailbox', 'login', 'later'] as const).filter(isSystemic)).toEqual(['login', 'later']);
});

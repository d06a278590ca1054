import { expect, test } from 'vitest';

import { readInstagram, readPhone, readWebAddress } from './contact-fields.ts';

test.each([
  ['964 000 007', { text: '964 000 007', dial: '+34964000007' }],
  [' +34  964-000-007 ', { text: '+34 964-000-007', dial: '+34964000007' }],
  ['0033 1 23 45 67 89', { text: '0033 1 23 45 67 89', dial: '+33123456789' }],
])('the telephone %j is dialled from anywhere', (typed, value) => {
  expect(readPhone(typed)).toEqual({ value });
});

test.each(['', 'casal', '12', 'javascript:1', '+34 964 000 007 ext 3'])('%j is no telephone', (typed) => {
  expect(readPhone(typed)).toHaveProperty('problem');
});

test.each(['falla.foc', '@falla.foc', 'https://www.instagram.com/falla.foc/', 'instagram.com/falla.foc?hl=ca'])('%j names the account', (typed) => {
  expect(readInstagram(typed)).toEqual({ value: 'falla.foc' });
});

test.each([
  ['exemple.com/mapa', 'https://exemple.com/mapa'],
  ['http://exemple.com', 'http://exemple.com/'],
])('%j is an address', (typed, value) => {
  expect(readWebAddress(typed)).toEqual({ value });
});

test.each(['', 'javascript:alert(1)', 'data:text/html,x', 'https://admin@evil.test', 'file:///etc/passwd', 'casal', '//'])('%j is none', (typed) => {
  expect(readWebAddress(typed)).toHaveProperty('problem');
});

import { expect, test } from 'vitest';

import { loginBackTo } from './login-link.ts';

test.each(['/order/3', '/order/a+b&c', '/tickets?event=3&next=//evil.test', '/festa%20major', '/nit#foc'])('the login gets %s as it is', (path) => {
  expect([...new URL(loginBackTo(path), 'http://comboi.test').searchParams]).toEqual([['next', path]]);
});

import { expect, test } from 'vitest';

import { recoveryTarget } from './recovery-link.ts';

const LINK =
  'access_token=a.b.c&refresh_token=r&expires_at=1800000000&expires_in=86400&token_type=bearer&type=recovery';

test('a recovery link leads to the reset screen, in a hash as in a query as it came', () => {
  expect(recoveryTarget(`#${LINK}`)).toBe(`/reset-password#${LINK}`);
  expect(recoveryTarget(`?${LINK}`)).toBe(`/reset-password?${LINK}`);
});

test('the parameters arrive in one order whatever the link had', () => {
  expect(recoveryTarget('#type=recovery&access_token=a.b.c')).toBe('/reset-password#access_token=a.b.c&type=recovery');
});

test('a token without type recovery goes nowhere', () => {
  expect(recoveryTarget('#access_token=a.b.c&type=signup')).toBeNull();
  expect(recoveryTarget('#access_token=a.b.c')).toBeNull();
});

test('type recovery without a token goes nowhere', () => {
  expect(recoveryTarget('?type=recovery')).toBeNull();
  expect(recoveryTarget('?type=recovery&access_token=')).toBeNull();
});

test('unknown parameters are left behind and hostile values stay values', () => {
  expect(recoveryTarget('?access_token=a%26next%3D//evil.test&type=recovery&next=//evil.test')).toBe(
    '/reset-password?access_token=a%26next%3D%2F%2Fevil.test&type=recovery',
  );
});

test('ordinary hashes and queries are no recovery links', () => {
  expect(recoveryTarget('')).toBeNull();
  expect(recoveryTarget('#contingut')).toBeNull();
  expect(recoveryTarget('?event=3')).toBeNull();
});

import { expect, test } from 'vitest';

import { groupNonce } from './group-nonce.ts';

test('each ticket of a group is admitted by a nonce of its own, which is the same when the group is sent again', () => {
  expect(groupNonce('n', 'A')).toBe(groupNonce('n', 'A'));
  expect(new Set([groupNonce('n', 'A'), groupNonce('n', 'B'), groupNonce('m', 'A')]).size).toBe(3);
});

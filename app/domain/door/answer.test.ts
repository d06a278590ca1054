import { expect, test } from 'vitest';

import { groupAnswer } from './answer.ts';
import { verdictOf } from './verdict.ts';

test.each([
  ['all of it', ['ADMITTED', 'ADMITTED'], true, 2],
  ['one of it', ['ALREADY_USED', 'ADMITTED', 'REFUNDED'], false, 1],
  ['nobody', ['CANCELLED'], false, 0],
] as const)('a group of which %s came in is let in only where nobody of it is left outside', (_who, codes, success, admitted) => {
  const results = codes.map((code, at) => ({ ...verdictOf(code), ticketId: `t${at}` }));
  expect(groupAnswer(results)).toEqual({ success, admitted, results });
});

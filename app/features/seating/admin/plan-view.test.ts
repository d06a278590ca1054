import { expect, test } from 'vitest';

import { patternsOf } from './plan-view.ts';

test('colles share the patterns evenly, keep theirs while others come, and at one table none looks like another', () => {
  const ticket = (at: number, tableId: string | null) => ({ groupId: `g${at}`, orderNumber: `ORD-${String(at).padStart(4, '0')}`, tableId });
  const alone = Array.from({ length: 12 }, (_, at) => ticket(at, `t${at}`));
  const patterns = patternsOf(alone);
  expect([...patterns.values()].toSorted()).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  expect([...patternsOf([...alone, ticket(12, null)])].slice(0, 12)).toEqual([...patterns]);
  const together = patternsOf([...alone, ticket(6, 't0')]);
  expect(together.get('g6')).not.toBe(together.get('g0'));
});

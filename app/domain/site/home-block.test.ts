import { expect, test } from 'vitest';

import { isVisibleBlock, moveBlock } from './home-block.ts';

test.each([
  ['b', 'up', ['b', 'a', 'c']],
  ['b', 'down', ['a', 'c', 'b']],
  ['a', 'up', ['a', 'b', 'c']],
  ['c', 'down', ['a', 'b', 'c']],
  ['x', 'up', ['a', 'b', 'c']],
] as const)('%s goes %s', (id, step, order) => {
  expect(moveBlock(['a', 'b', 'c'], { id, step })).toEqual(order);
});

test('what is hidden or empty is not shown', () => {
  const item = { id: '1', text: '1974', detail: '', url: null, fileId: null };
  expect(isVisibleBlock({ hidden: false, items: [item] })).toBe(true);
  expect(isVisibleBlock({ hidden: true, items: [item] })).toBe(false);
  expect(isVisibleBlock({ hidden: false, items: [] })).toBe(false);
});

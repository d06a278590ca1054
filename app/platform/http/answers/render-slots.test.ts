import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createRenderSlots } from './render-slots.server.ts';

test('pages that are all ready at once are rendered one by one, and between two of them others have their turn', async () => {
  const renderSlot = createRenderSlots();
  const told: string[] = [];
  let isOver = false;
  const other = (async () => {
    while (!isOver) {
      await nextTurn();
      told.push('other');
    }
  })();
  await Promise.all(['a', 'b', 'c'].map(async (page) => {
    await renderSlot();
    told.push(page);
  }));
  isOver = true;
  await other;
  const pages = told.flatMap((who, at) => (who === 'other' ? [] : [at]));
  expect(pages.map((at) => told[at])).toEqual(['a', 'b', 'c']);
  expect(pages.slice(1).map((at, n) => told.slice(pages[n]! + 1, at).includes('other'))).toEqual([true, true]);
});

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createRenderSlots } from './render-slots.server.ts';

test('pages that are all ready at once are rendered one by one, and between two of them others have their turn', async () => {
  const renderSlot = createRenderSlots();
  const sequence: string[] = [];
  let isOver = false;
  const other = (async () => {
    while (!isOver) {
      await yieldToEventLoop();
      sequence.push('other');
    }
  })();
  await Promise.all(['a', 'b', 'c'].map(async (page) => {
    await renderSlot();
    sequence.push(page);
  }));
  isOver = true;
  await other;
  const pages = sequence.flatMap((who, at) => (who === 'other' ? [] : [at]));
  expect(pages.map((at) => sequence[at])).toEqual(['a', 'b', 'c']);
  expect(pages.slice(1).map((at, n) => sequence.slice(pages[n]! + 1, at).includes('other'))).toEqual([true, true]);
});

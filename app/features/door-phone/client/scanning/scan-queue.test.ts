import { expect, test } from 'vitest';

import { scanQueue } from './scan-queue.ts';

const [one, two, three] = [{ text: 'ONE' }, { text: 'TWO' }, { text: 'THREE' }];

test('of scans while another is under way one waits, a further one is missed aloud, and the same one is none', () => {
  const queue = scanQueue();
  expect(queue.take(one, false)).toBe('now');
  expect(queue.take({ text: ' one ' }, true)).toBe('same');
  expect(queue.take(two, true)).toBe('waits');
  expect(queue.take(two, true)).toBe('same');
  expect(queue.take(three, true)).toBe('missed');
  queue.settle();
  // Nobody passes whoever waits.
  expect(queue.take(three, false)).toBe('missed');
  expect(queue.next()).toBe(two);
  expect(queue.take(three, true)).toBe('waits');
  expect(queue.take(two, true)).toBe('same');
  queue.settle();
  expect(queue.next()).toBe(three);
  queue.settle();
  expect(queue.next()).toBeNull();
  expect(queue.take(one, false)).toBe('now');
});

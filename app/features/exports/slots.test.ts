import { expect, test } from 'vitest';

import { Slots } from './slots.ts';

test('as many as there are, and one more after each that is freed, once', () => {
  const slots = new Slots(2);
  const first = slots.take();
  expect(slots.take()).not.toBeNull();
  expect(slots.take()).toBeNull();
  first!();
  first!();
  expect(slots.take()).not.toBeNull();
  expect(slots.take()).toBeNull();
});

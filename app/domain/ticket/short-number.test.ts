import { expect, test } from 'vitest';

import { shortNumber } from './short-number.ts';

test('a number is short and still tells two tickets apart', () => {
  expect(shortNumber('ORD-1794834000-0042-T12')).toBe('0042-T12');
  expect(shortNumber('odd')).toBe('odd');
});

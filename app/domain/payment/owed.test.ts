import { expect, test } from 'vitest';

import { NOTHING_OWED } from './owed.ts';

test('where nothing is owed no order waits for money, and not a cent of it', () => {
  expect(NOTHING_OWED).toEqual({ orders: 0, amount: 0 });
});

import { expect, test } from 'vitest';

import { MOST_GIVEN_UP, pausedUntil } from './abandoned-orders.ts';

const NOW = Date.UTC(2027, 2, 15, 20);
const MINUTE_MS = 60_000;

/** One a minute, the newest first. */
function placed(howMany: number): Date[] {
  return Array.from({ length: howMany }, (_, minutes) => new Date(NOW - minutes * MINUTE_MS));
}

test.each(['buyer', 'network'] as const)('a %s that gave up no more than it may goes on', (by) => {
  expect(pausedUntil({ by, key: 'k', placedAt: placed(MOST_GIVEN_UP[by]), paid: 0 })).toBeNull();
});

test.each(['buyer', 'network'] as const)('a %s that gave up more goes on when it is few enough again', (by) => {
  const placedAt = placed(MOST_GIVEN_UP[by] + 5);
  const until = pausedUntil({ by, key: 'k', placedAt, paid: 0 });
  expect(until).toEqual(new Date(NOW + (60 - MOST_GIVEN_UP[by]) * MINUTE_MS));
  expect(placedAt.filter((at) => at.getTime() > until!.getTime() - 60 * MINUTE_MS)).toHaveLength(MOST_GIVEN_UP[by]);
});

test('a crowd behind one address that pays may give up as many', () => {
  expect(pausedUntil({ by: 'network', key: 'k', placedAt: placed(75), paid: 240 })).toBeNull();
  expect(pausedUntil({ by: 'network', key: 'k', placedAt: placed(75), paid: 74 })).not.toBeNull();
});

import { expect, test } from 'vitest';

import { deviceState } from './device-state.ts';

const NOW = new Date('2027-03-13T21:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);

test.each([
  [true, 10, 'ready'],
  [false, 10, 'not_ready'],
  [true, 120, 'ready'],
  [true, 121, 'silent'],
  [false, 3_600, 'silent'],
] as const)('ready %s, heard of %d s ago: %s', (isReady, seconds, state) => {
  expect(deviceState({ isReady, reportedAt: ago(seconds) }, NOW)).toBe(state);
});

import { expect, test } from 'vitest';

import { parseEventId } from './event-id.ts';

test.each(['1', '42', '2147483647'])('%s is the id of an event', (text) => {
  expect(parseEventId(text)).toBe(Number(text));
});

test.each(['', '0', '-1', '01', '1.5', '1e3', ' 1', '2147483648', '9999999999', '99999999999', 'u'])('%j is the id of no event', (text) => {
  expect(parseEventId(text)).toBeNull();
});

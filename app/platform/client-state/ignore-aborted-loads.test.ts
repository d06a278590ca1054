import { expect, test } from 'vitest';

import { ignoreAbortedLoads } from './ignore-aborted-loads.ts';

/** True where the browser would tell of it as an error. */
function isReported(reason: unknown): boolean {
  const page = new EventTarget();
  ignoreAbortedLoads(page);
  return page.dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }));
}

test.each<[boolean, string, unknown]>([
  [false, 'a load that was aborted', new DOMException('BodyStreamBuffer was aborted', 'AbortError')],
  [true, 'a request that was too slow', new DOMException('signal timed out', 'TimeoutError')],
  [true, 'a lost connection', new TypeError('Failed to fetch')],
  [true, 'an error of ours', Object.assign(new Error('broken'), { name: 'AbortError' })],
  [true, 'no error at all', undefined],
])('told as an error (%s): %s', (expected, _what, reason) => {
  expect(isReported(reason)).toBe(expected);
});

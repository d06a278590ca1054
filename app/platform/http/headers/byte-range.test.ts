import { describe, expect, test } from 'vitest';

import { parseByteRange } from './byte-range.ts';

describe('of 1000 bytes', () => {
  test.each([
    ['bytes=0-499', { start: 0, end: 499 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=999-', { start: 999, end: 999 }],
    ['bytes=500-', { start: 500, end: 999 }],
    ['bytes=500-5000', { start: 500, end: 999 }],
    ['bytes=-200', { start: 800, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
  ])('%s is a part', (header, part) => {
    expect(parseByteRange(header, 1000)).toEqual(part);
  });

  test.each([null, '', 'bytes=', 'bytes=-', 'bytes=9-3', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b', 'bytes=1-2-3', `bytes=${'9'.repeat(40)}-`])('%j is the whole', (header) => {
    expect(parseByteRange(header, 1000)).toBeNull();
  });

  test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0'])('%s is none of it', (header) => {
    expect(parseByteRange(header, 1000)).toBe('unsatisfiable');
  });

  test('of nothing there is no part', () => {
    expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseByteRange('bytes=-5', 0)).toBe('unsatisfiable');
  });
});

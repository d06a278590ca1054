import { expect, test } from 'vitest';

import { memoryCounter } from './memory-counts.server.ts';

function counterAt(times: { now: number }): ReturnType<typeof memoryCounter> {
  return memoryCounter({ points: 3, duration: 60, monotonicNow: () => times.now });
}

test('a key has its points in a window that begins with its first act, and is told how long the rest of it is', () => {
  const times = { now: 1_000 };
  const counter = counterAt(times);
  expect([counter.consume('a', 1), counter.consume('a', 2)]).toEqual([null, null]);
  times.now = 41_000;
  expect([counter.consume('a', 1), counter.consume('b', 4), counter.consume('c', 3)]).toEqual([20_000, 60_000, null]);
  times.now = 61_000;
  expect([counter.consume('a', 3), counter.consume('b', 1), counter.consume('c', 1)]).toEqual([null, 40_000, 40_000]);
});

test('what was given back can be used again, in the same window', () => {
  const times = { now: 0 };
  const counter = counterAt(times);
  counter.consume('a', 3);
  counter.reward('a');
  expect([counter.consume('a', 1), counter.consume('a', 1)]).toEqual([null, 60_000]);
});

test('a flood of keys does not end the windows of others', () => {
  const times = { now: 0 };
  const counter = counterAt(times);
  counter.consume('a', 3);
  for (let n = 0; n < 10_000; n += 1) {
    times.now = n;
    counter.consume(String(n), 1);
  }
  expect(counter.consume('a', 1)).toBe(60_000 - 9_999);
});

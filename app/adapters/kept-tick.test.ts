import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { keepTick } from './kept-tick.server.ts';

beforeAll(() => setFlagsFromString('--allow-natives-syntax'));
afterAll(() => setFlagsFromString('--no-allow-natives-syntax'));

it('is of the hidden class of every later tick', async () => {
  const haveSameClass = runInNewContext('(one, other) => %HaveSameMap(one, other)') as (one: object, other: object) => boolean;
  const tick = await keepTick();

  const later = await new Promise<object>((resolve) => {
    process.nextTick(() => resolve(executionAsyncResource()));
  });

  expect(later).not.toBe(tick);
  expect(haveSameClass(tick, later)).toBe(true);
  expect(haveSameClass(tick, {})).toBe(false);
});

import { describe, expect, test } from 'vitest';

import { packSizes, type Steps, sum } from './pack-sizes.ts';

const plenty = (): Steps => ({ left: 100_000 });

describe('sizes into rooms', () => {
  test('are packed to the brim where filling the largest first, one by one, leaves somebody over', () => {
    const sizes = [6, 5, 5, 4, 4, 3, 3];
    const bins = packSizes(sizes, [10, 10, 10], plenty());
    expect(bins?.map(({ room, sizes: here }) => [room, sum(here)])).toEqual([[10, 10], [10, 10], [10, 10]]);
    expect(bins?.flatMap(({ sizes: here }) => here).toSorted()).toEqual(sizes.toSorted());
  });

  test('use rooms of several sizes, the fitting one for each', () => {
    const bins = packSizes([8, 4, 3, 3, 2], [4, 8, 8], plenty());
    expect(bins?.map(({ room, sizes }) => `${room}: ${sizes.join(' ')}`).toSorted()).toEqual(['4: 4', '8: 3 3 2', '8: 8']);
  });

  test('that can not be packed are known for that, and cost few steps', () => {
    const steps = plenty();
    expect(packSizes([6, 6, 6, 2], [10, 10], steps)).toBeNull();
    expect(packSizes([11], [10, 10], steps)).toBeNull();
    expect(packSizes([], [], steps)).toEqual([]);
    expect(steps.left).toBeGreaterThan(99_900);
  });

  test('of a hundred full tables end within their steps, found or not, and alike each time', () => {
    const odd = Array.from({ length: 100 }, () => [7, 3]).flat();
    const hopeless = odd.with(0, 8).with(2, 6);
    const steps = { left: 50_000 };
    expect(packSizes(odd, Array.from({ length: 100 }, () => 10), steps)).toHaveLength(100);
    expect(packSizes(hopeless, Array.from({ length: 100 }, () => 10), steps)).toBeNull();
    expect(steps.left).toBeGreaterThanOrEqual(0);
    const again = { left: 50_000 };
    packSizes(odd, Array.from({ length: 100 }, () => 10), again);
    packSizes(hopeless, Array.from({ length: 100 }, () => 10), again);
    expect(again).toEqual(steps);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { planVariants } from './image-variants.ts';

const widths = (width: number, height: number): [string, number, number][] => planVariants({ width, height }).map((plan) => [plan.variant, plan.width, plan.height]);

describe('the sizes an image is kept in', () => {
  test('of a photo are all of them', () => {
    expect(widths(4000, 3000)).toEqual([
      ['small', 400, 300],
      ['medium', 720, 540],
      ['large', 1600, 1200],
      ['preview', 1200, 900],
    ]);
  });

  test('of a small image are those it can fill, and once its own', () => {
    expect(widths(600, 600)).toEqual([
      ['small', 400, 400],
      ['medium', 600, 600],
      ['preview', 600, 600],
    ]);
    expect(widths(400, 300).map(([variant]) => variant)).toEqual(['small', 'preview']);
    expect(widths(1, 1)).toEqual([
      ['small', 1, 1],
      ['preview', 1, 1],
    ]);
  });

  test('of a strip are narrower, not endless', () => {
    expect(widths(1000, 40_000)).toEqual([
      ['small', 20, 800],
      ['medium', 36, 1440],
      ['large', 80, 3200],
      ['preview', 60, 2400],
    ]);
  });

  test('are never larger than the original, and one page size is always there', () => {
    const side = fc.integer({ min: 1, max: 40_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const plans = planVariants({ width, height });
        expect(plans.map(({ variant }) => variant)).toEqual(expect.arrayContaining(['small', 'preview']));
        for (const plan of plans) {
          expect(plan.width).toBeLessThanOrEqual(width);
          expect(plan.height).toBeLessThanOrEqual(height);
          expect(plan.width).toBeGreaterThan(0);
          expect(plan.height).toBeGreaterThan(0);
        }
      }),
    );
  });
});

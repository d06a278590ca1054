import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type MeasuredRow, placeRows } from './menu-columns.ts';

/** Sections of so many dishes each; a caption is 10 high, a dish 20, and 5 lie between sections. */
function menu(...dishes: number[]): MeasuredRow[] {
  return dishes.flatMap((count) => [{ isCaption: true, height: 10, gap: 5 }, ...Array.from({ length: count }, () => ({ isCaption: false, height: 20, gap: 0 }))]);
}

test('a section that does not fit below the others goes whole into the next column', () => {
  const places = placeRows(menu(1, 2), { count: 2, height: 80, together: true });
  expect(places).toEqual([{ column: 0, top: 0 }, { column: 0, top: 10 }, { column: 1, top: 0 }, { column: 1, top: 10 }, { column: 1, top: 30 }]);
});

test('where sections may be parted, a caption keeps its first dish', () => {
  const places = placeRows(menu(1, 2), { count: 2, height: 75, together: false });
  expect(places?.map(({ column }) => column)).toEqual([0, 0, 0, 0, 1]);
  expect(placeRows(menu(1, 2), { count: 2, height: 60, together: false })?.map(({ column }) => column)).toEqual([0, 0, 1, 1, 1]);
});

test('what is higher than a column, or than all of them, has no place', () => {
  expect(placeRows(menu(4), { count: 2, height: 80, together: true })).toBeNull();
  expect(placeRows(menu(1, 1, 1), { count: 2, height: 40, together: true })).toBeNull();
  expect(placeRows(menu(1), { count: 1, height: 25, together: false })).toBeNull();
});

test('whatever is placed stays within its column, in order, without overlapping, and sections stay whole', () => {
  const anything = fc.record({ dishes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }), count: fc.integer({ min: 1, max: 3 }), height: fc.integer({ min: 30, max: 400 }), together: fc.boolean() });
  fc.assert(
    fc.property(anything, ({ dishes, ...columns }) => {
      const rows = menu(...dishes);
      const places = placeRows(rows, columns);
      if (places === null) return;
      const wrong = places.filter(({ column, top }, index) => {
        const before = places[index - 1] ?? { column: 0, top: -1 };
        const isBelow = column === before.column && (index === 0 || top >= before.top + rows[index - 1]!.height);
        const beginsColumn = column === before.column + 1 && top === 0;
        const isParted = columns.together && !rows[index]!.isCaption && column !== before.column;
        const isAlone = rows[index]!.isCaption && places[index + 1]!.column !== column;
        return !(isBelow || beginsColumn) || isParted || isAlone || column >= columns.count || top + rows[index]!.height > columns.height;
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: 2_000, seed: 28 },
  );
});

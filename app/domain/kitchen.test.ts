import { describe, expect, test } from 'vitest';

import { kitchenSections, kitchenSheet, ticketStats } from './kitchen.ts';

const dish = (name: string, count: number, revenue: number) => ({ section: 'Plat', name, emoji: '🥘', count, served: 0, revenue, notes: [] });

describe('the kitchen sheet', () => {
  test('says what a dish cost in the middle, to the cent, and what all of them brought', () => {
    const { dishes, revenue } = kitchenSheet([dish('Paella', 3, 4000), dish('Fideuà', 2, 2401)]);
    expect(dishes.map(({ average }) => average)).toEqual([1333, 1201]);
    expect(revenue).toBe(6401);
  });

  test('has no middle for a dish that nobody ordered', () => {
    expect(kitchenSheet([dish('Paella', 0, 0)]).dishes.map(({ average }) => average)).toEqual([0]);
  });

  test('is empty where nothing was sold', () => {
    expect(kitchenSheet([])).toEqual({ dishes: [], revenue: 0 });
  });
});

test.each([
  [{ active: 2, used: 1, cancelled: 0, refunded: 0 }, 3, 33],
  [{ active: 1, used: 2, cancelled: 0, refunded: 0 }, 3, 67],
  [{ active: 0, used: 0, cancelled: 0, refunded: 0 }, 0, 0],
  [{ active: 0, used: 1, cancelled: 1, refunded: 2 }, 4, 25],
  [{ active: 5, used: 1, cancelled: 2, refunded: 2 }, 10, 10],
])('of %o tickets %i are counted and %i %% used', (counts, total, usedPercent) => {
  expect(ticketStats(counts)).toMatchObject({ total, usedPercent });
});

test('the sheet of the kitchen stands in the order of the menu, most ordered first, with what is left to serve', () => {
  const dish = (section: string, name: string, count: number, served: number) => ({ section, name, emoji: '🍽️', count, served });
  const sheet = kitchenSections([dish('Extres', 'Vi', 5, 0), dish('Postres', 'Arnadí', 4, 1), dish('Plat', 'Fideuà', 2, 2), dish('Plat', 'Paella', 7, 3)], ['Plat', 'Postres']);
  expect(sheet.map(({ name, ordered, served, left }) => [name, ordered, served, left])).toEqual([['Plat', 9, 5, 4], ['Postres', 4, 1, 3], ['Extres', 5, 0, 5]]);
  expect(sheet[0]!.dishes.map(({ name, left }) => [name, left])).toEqual([['Paella', 4], ['Fideuà', 0]]);
});

import { describe, expect, test } from 'vitest';

import { cents } from '../money.ts';
import { groupName, groupTickets, soldTicketKey } from './ticket-groups.ts';

const dish = (name: string) => ({ id: name, name, emoji: '🥘', price: 1_000 });
const dinner = (...names: string[]) => ({ menu: [{ sectionId: 's', sectionName: 'Plat', items: names.map(dish) }], extras: [], note: null, price: cents(1_000) });

describe('equal tickets', () => {
  test('stand together where the first of them stands, and keep their places', () => {
    const groups = groupTickets(['paella', 'fideuà', 'paella', 'arròs', 'fideuà'], (name) => name);
    expect(groups.map(({ members }) => members.map(({ position }) => position))).toEqual([[1, 3], [2, 5], [4]]);
    expect(groups[0]).toEqual({ key: 'paella', members: [{ ticket: 'paella', position: 1 }, { ticket: 'paella', position: 3 }] });
  });

  test('are called by what is in them', () => {
    expect(groupName(3, { ...dinner('Paella', 'Arnadí'), extras: [dish('Vi')] })).toBe('3 × Paella, Arnadí, Vi');
    expect(groupName(2, { menu: [], extras: [] })).toBe('2 × Tiquet');
  });

  test('are those with the same dishes and price, in whatever order the dishes came', () => {
    const one = dinner('Paella', 'Arnadí');
    expect(soldTicketKey(dinner('Arnadí', 'Paella'))).toBe(soldTicketKey(one));
    expect(soldTicketKey({ ...one, extras: [dish('Vi'), dish('Cafè')] })).toBe(soldTicketKey({ ...one, extras: [dish('Cafè'), dish('Vi')] }));
    for (const other of [dinner('Paella'), dinner('Paella', 'Fideuà'), { ...one, price: cents(900) }, { ...one, extras: [dish('Vi')] }, { ...one, menu: [{ ...one.menu[0]!, sectionName: 'Postres' }] }, { ...one, menu: [] }]) {
      expect(soldTicketKey(other)).not.toBe(soldTicketKey(one));
    }
  });
});

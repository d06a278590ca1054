import { describe, expect, test } from 'vitest';

import type { Menu } from '../event/menu.ts';
import { cents } from '../money.ts';
import { parseSeen, removedNames, removedText, seenTicket } from './seen-ticket.ts';
import type { TicketChoice } from './ticket-choice.ts';

const MENU: Menu = {
  referencePrice: cents(0),
  sections: [{ id: 'main', name: 'Plat', required: true, maxSelection: 1, items: [{ id: 'paella', name: 'Paella', emoji: '🥘', price: 1400, remaining: null }] }],
  options: [
    { id: 'wine', name: 'Vi', emoji: '🍷', price: 250 },
    { id: 'coffee', name: 'Cafè', emoji: '☕', price: 180 },
  ],
};
const CHOICE: TicketChoice = { sections: { main: ['paella'] }, options: ['wine'], note: '' };

test('what a buyer has seen is the price of the ticket and the names of what is in it', () => {
  expect(seenTicket(MENU, CHOICE, 'public')).toEqual({ price: 1650, names: { paella: 'Paella', wine: 'Vi' } });
  expect(seenTicket(MENU, { ...CHOICE, options: ['wine', 'ghost'] }, 'admin')).toEqual({ price: 0, names: { paella: 'Paella', wine: 'Vi' } });
});

describe('what the menu has lost', () => {
  const seen = seenTicket(MENU, CHOICE, 'public');

  test.each<[string, Menu, string[]]>([
    ['nothing', MENU, []],
    ['a dish', { ...MENU, sections: MENU.sections.map((section) => ({ ...section, items: [] })) }, ['Paella']],
    ['a whole section', { ...MENU, sections: [] }, ['Paella']],
    ['an extra', { ...MENU, options: [] }, ['Vi']],
    ['both', { ...MENU, sections: [], options: [] }, ['Paella', 'Vi']],
  ])('is told by its name: %s', (_what, menu, names) => {
    expect(removedNames(CHOICE, menu, seen)).toEqual(names);
  });

  test('has no name where nobody has seen it', () => {
    expect(removedNames(CHOICE, { ...MENU, options: [] }, undefined)).toEqual([]);
    expect(removedNames({ ...CHOICE, options: ['ghost'] }, MENU, seen)).toEqual([]);
  });

  test.each([
    [[], ''],
    [['Paella'], "«Paella» ja no s'oferix."],
    [['Paella', 'Vi'], "«Paella», «Vi» ja no s'oferixen."],
  ])('%j is said as %j', (names, text) => expect(removedText(names)).toBe(text));
});

describe('what a browser kept of it', () => {
  test.each([[{ price: 1650, names: { paella: 'Paella' } }], [{ price: 0, names: {} }]])('%j is read as it was', (stored) => {
    expect(parseSeen(stored)).toEqual(stored);
  });

  test.each([[null], ['1650'], [{ price: 1650 }], [{ price: 1650, names: [] }], [{ names: {} }], [{ price: '1650', names: {} }], [{ price: -1, names: {} }], [{ price: 16.5, names: {} }], [{ price: 2 ** 53, names: {} }]])('%j is nothing that was seen', (stored) => {
    expect(parseSeen(stored)).toBeUndefined();
  });

  test('keeps what it would have cost others, as far as those are amounts', () => {
    const others = { public: 1800, socio: 0 };
    expect(parseSeen({ price: 1650, others, names: {} })).toEqual({ price: 1650, others, names: {} });
    expect(parseSeen({ price: 1650, others: { ...others, comision: -1, admin: '0' }, names: {} })).toEqual({ price: 1650, others, names: {} });
    for (const none of [undefined, null, [1800], {}, { public: 18.5 }]) expect(parseSeen({ price: 1650, others: none, names: {} })).not.toHaveProperty('others');
  });

  test('names only what has a name', () => {
    expect(parseSeen({ price: 1650, names: { paella: 'Paella', wine: 7, coffee: null } })).toEqual({ price: 1650, names: { paella: 'Paella' } });
  });
});

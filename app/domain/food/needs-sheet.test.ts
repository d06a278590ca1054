import { expect, test } from 'vitest';

import { needsSheet } from './needs-sheet.ts';

const PAELLA = { id: 'p', name: 'Paella', emoji: '🥘', price: 1200, allergens: ['milk' as const] };
const WINE = { id: 'v', name: 'Vi', emoji: '🍷', price: 200, allergens: ['sulphites' as const] };
const ticket = (number: string, facts: Partial<Parameters<typeof needsSheet>[0][number]>): Parameters<typeof needsSheet>[0][number] => ({
  ticketNumber: `ORD-1794834000-${number}`,
  codes: [],
  other: null,
  firstName: null,
  table: null,
  menu: [{ sectionName: 'Primer', items: [PAELLA] }],
  extras: [WINE],
  ...facts,
});

test('people, plates and dishes are counted, and each plate has its card', () => {
  const sheet = needsSheet([
    ticket('0001-T1', { codes: ['milk', 'accessible'], firstName: 'Neus' }),
    ticket('0001-T2', { codes: ['milk', 'sulphites'], other: 'kiwi' }),
    ticket('0002-T1', { codes: ['accessible'] }),
  ]);
  expect(sheet.people).toBe(3);
  expect(sheet.counts).toEqual([{ code: 'milk', text: 'sense llet', count: 2 }, { code: 'sulphites', text: 'sense sulfits', count: 1 }, { code: 'accessible', text: 'lloc accessible', count: 2 }]);
  expect(sheet.others).toEqual([{ number: '0001-T2', text: 'kiwi' }]);
  expect(sheet.dishes).toEqual([
    { section: 'Primer', name: 'Paella', emoji: '🥘', plates: 2, needs: [{ text: 'sense llet', count: 2 }, { text: 'sense sulfits', count: 1 }, { text: 'kiwi', count: 1 }] },
    { section: 'Extres', name: 'Vi', emoji: '🍷', plates: 1, needs: [{ text: 'sense llet', count: 1 }, { text: 'sense sulfits', count: 1 }, { text: 'kiwi', count: 1 }] },
  ]);
  expect(sheet.cards.map(({ number, firstName, dish, avoid, against }) => [number, firstName, dish, avoid.join(), against.join()])).toEqual([
    ['0001-T1', 'Neus', 'Paella', 'sense llet', 'Conté llet'],
    ['0001-T2', null, 'Paella', 'sense llet,sense sulfits,kiwi', 'Conté llet'],
    ['0001-T2', null, 'Vi', 'sense llet,sense sulfits,kiwi', 'Conté sulfits'],
  ]);
});

import { describe, expect, test } from 'vitest';

import { composeSoldTickets, notesOf, readNotes, type SoldTicket } from './sale-record.ts';

const PAELLA = '00000000-0000-4000-8000-000000000001';
const COFFEE = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const TICKET: SoldTicket = { id: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', role: 'socio', price: 1350, choices: [{ id: PAELLA, price: 1200 }, { id: COFFEE, price: 150 }] };
const BARE: SoldTicket = { id: 'A'.repeat(26), role: 'public', price: 1800, choices: [] };
const MENU = {
  sections: [{ id: 's', name: 'Plat', required: true, maxSelection: 1, items: [{ id: PAELLA, name: 'Paella', emoji: '🥘', price: 1400, remaining: null }] }],
  options: [{ id: COFFEE, name: 'Café', emoji: '☕', price: 200 }],
};

test('what is noted of tickets is read as it was, and shorter than a payment can carry', () => {
  const twenty = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? TICKET : BARE));
  const notes = notesOf(twenty);
  expect(readNotes(notes, 20)).toEqual(twenty);
  expect(Object.keys(notes)).toHaveLength(20);
  expect(Math.max(...Object.values(notes).map((note) => note.length))).toBeLessThanOrEqual(500);
});

describe('nothing is noted, so that a person judges, of', () => {
  test.each<[string, SoldTicket]>([
    ['more dishes than fit', { ...TICKET, choices: Array.from({ length: 40 }, () => ({ id: COFFEE, price: 150 })) }],
    ['dishes of older menus, without ids', { ...TICKET, choices: [{ id: 'paella', price: 1350 }] }],
    ['a ticket id of another shape', { ...TICKET, id: 'TIQUET-1' }],
  ])('%s', (_what, ticket) => {
    expect(notesOf([TICKET, ticket])).toEqual({});
  });
});

test.each([
  ['a ticket is missing', 2, {}],
  ['the role is none', 1, { ticket_1: `${BARE.id} x 1800` }],
  ['a price is none', 1, { ticket_1: `${BARE.id} p -5` }],
  ['a choice has no price', 1, { ticket_1: `${BARE.id} p 1800 abc` }],
  ['the number of tickets is none', Number.NaN, {}],
  ['there are more than an order holds', 1e9, {}],
])('notes are not believed where %s', (_why, quantity, changed) => {
  expect(readNotes({ ...notesOf([BARE]), ...changed }, quantity)).toBeNull();
});

describe('a ticket composed anew', () => {
  test('has the words of the menu, the prices that were paid, and no note', () => {
    expect(composeSoldTickets(MENU, [TICKET])).toEqual([
      {
        id: TICKET.id,
        role: 'socio',
        price: 1350,
        note: null,
        menu: [{ sectionId: 's', sectionName: 'Plat', items: [{ id: PAELLA, name: 'Paella', emoji: '🥘', price: 1200 }] }],
        extras: [{ id: COFFEE, name: 'Café', emoji: '☕', price: 150 }],
      },
    ]);
  });

  test.each<[string, Partial<SoldTicket>]>([
    ['the menu has a dish no more', { choices: [{ id: '00000000-0000-4000-8000-000000000009', price: 1350 }] }],
    ['the sum is another', { price: 1300 }],
  ])('is none where %s', (_why, changed) => {
    expect(composeSoldTickets(MENU, [BARE, { ...TICKET, ...changed }])).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';

import { ROLES } from '../people/roles.ts';
import { composeSoldTickets, notesOf, notesOfUses, readNotes, readUses, type SoldTicket } from './sale-record.ts';

const PAELLA = '00000000-0000-4000-8000-000000000001';
const COFFEE = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const TICKET: SoldTicket = { id: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', role: 'socio', price: 1350, discount: 0, choices: [{ id: PAELLA, price: 1200 }, { id: COFFEE, price: 150 }] };
const BARE: SoldTicket = { id: 'A'.repeat(26), role: 'public', price: 1800, discount: 0, choices: [] };
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

test('a ticket of each price category is read as it was, also one that was free', () => {
  const tickets = ROLES.map((role) => ({ ...TICKET, role, price: 0, choices: TICKET.choices.map(({ id }) => ({ id, price: 0 })) }));
  expect(readNotes(notesOf(tickets), ROLES.length)).toEqual(tickets);
});

test('a ticket that a code made cheaper is read with what was taken off, also where nothing is left', () => {
  const tickets = [{ ...TICKET, price: 1080, discount: 270 }, { ...TICKET, price: 0, discount: 1350 }, BARE];
  expect(readNotes(notesOf(tickets), 3)).toEqual(tickets);
  expect(composeSoldTickets(MENU, tickets)).toMatchObject([{ price: 1080, discount: 270 }, { price: 0, discount: 1350 }, { price: 1800, discount: 0 }]);
  expect(composeSoldTickets(MENU, [{ ...TICKET, price: 1080, discount: 0 }])).toBeNull();
});

describe('the codes of an order', () => {
  const USES = [{ voucherId: PAELLA, position: 0, discount: 0 }, { voucherId: COFFEE, position: 999, discount: 27_000 }];

  test('are noted by their place, and read as they were', () => {
    expect(readUses({ ...notesOf([BARE]), ...notesOfUses(USES) })).toEqual(USES);
    expect(readUses(notesOf([BARE]))).toEqual([]);
  });

  test('are two at most, so that a payment can carry them beside its tickets', () => {
    expect(notesOfUses([...USES, ...USES])).toEqual(notesOfUses(USES));
  });

  test.each([['1'], ['1 2'], ['? 0 100'], ['1 -1 100'], ['1 0 100 5'], ['']])('are not believed where they are noted as «%s»', (note) => {
    expect(readUses({ ...notesOfUses(USES), voucher_2: note })).toBeNull();
  });
});

test('a note is as long as a payment can carry, and not one character longer', () => {
  const of16 = (third: number): SoldTicket => ({ ...TICKET, price: 1, choices: [10 ** 8, 10 ** 8, third, ...Array.from({ length: 13 }, () => 1)].map((price) => ({ id: COFFEE, price })) });
  expect(notesOf([of16(10 ** 6)])['ticket_1']).toHaveLength(500);
  expect(notesOf([of16(10 ** 7)])).toEqual({});
});

describe('nothing is noted, so that a person judges, of', () => {
  test.each<[string, SoldTicket]>([
    ['more dishes than fit', { ...TICKET, choices: Array.from({ length: 40 }, () => ({ id: COFFEE, price: 150 })) }],
    ['dishes of older menus, without ids', { ...TICKET, choices: [{ id: 'paella', price: 1350 }] }],
    ['a ticket id of another shape', { ...TICKET, id: 'TIQUET-1' }],
    ['a ticket id with more before or behind it', { ...TICKET, id: 'AABCDEFGHIJKLMNOPQRSTUVWXYZ' }],
    ['a price that no ticket has', { ...TICKET, price: 10 ** 9 }],
    ['a dish that costs what no dish does', { ...TICKET, choices: [{ id: PAELLA, price: 10 ** 9 }] }],
    ['a price that is not whole', { ...TICKET, price: 0.5 }],
  ])('%s', (_what, ticket) => {
    expect(notesOf([TICKET, ticket])).toEqual({});
  });
});

test('as many tickets as an order holds are read, and not one more', () => {
  expect(readNotes(notesOf([BARE]), 1)).toEqual([BARE]);
  const twenty = Array.from({ length: 21 }, () => BARE);
  expect(readNotes(notesOf(twenty), 20)).toHaveLength(20);
  expect(readNotes(notesOf(twenty), 21)).toBeNull();
});

test.each([
  ['a ticket is missing', 2, {}],
  ['the role is none', 1, { ticket_1: `${BARE.id} x 1800` }],
  ['a price is none', 1, { ticket_1: `${BARE.id} p -5` }],
  ['a choice has no price', 1, { ticket_1: `${BARE.id} p 1800 abc` }],
  ['a ticket is named in no known form', 1, { ticket_1: `x${BARE.id} p 1800` }],
  ['a discount is none', 1, { ticket_1: `${BARE.id} p 1800-` }],
  ['more is written behind a ticket', 1, { ticket_1: `${BARE.id} p 1800 ` }],
  ['a choice is written with other signs', 1, { ticket_1: `${BARE.id} p 1800 AB:1` }],
  ['the number of tickets is none', Number.NaN, {}],
  ['the number of tickets is not whole', 1.5, {}],
  ['there are no tickets', 0, {}],
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
        discount: 0,
        note: null,
        menu: [{ sectionId: 's', sectionName: 'Plat', items: [{ id: PAELLA, name: 'Paella', emoji: '🥘', price: 1200 }] }],
        extras: [{ id: COFFEE, name: 'Café', emoji: '☕', price: 150 }],
      },
    ]);
  });

  test.each<[string, Partial<SoldTicket>]>([
    ['the menu has a dish no more', { choices: [{ id: '00000000-0000-4000-8000-000000000009', price: 1350 }] }],
    ['the sum is another', { price: 1300 }],
    ['it lost one of two dishes, though the sum is the same', { choices: [{ id: PAELLA, price: 1350 }, { id: '00000000-0000-4000-8000-000000000009', price: 0 }] }],
  ])('is none where %s', (_why, changed) => {
    expect(composeSoldTickets(MENU, [BARE, { ...TICKET, ...changed }])).toBeNull();
  });

  test('without dishes costs what was paid, and one whose dishes were free costs nothing', () => {
    expect(composeSoldTickets(MENU, [BARE])).toMatchObject([{ price: 1800, menu: [], extras: [] }]);
    expect(composeSoldTickets(MENU, [{ ...TICKET, role: 'admin', price: 0, choices: [{ id: PAELLA, price: 0 }] }])).toMatchObject([{ price: 0, extras: [] }]);
    expect(composeSoldTickets(MENU, [{ ...TICKET, price: 1, choices: [{ id: PAELLA, price: 0 }] }])).toBeNull();
  });
});

import { expect, test } from 'vitest';

import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';

import { ticketsBeside } from './device-tickets.ts';

function aStoredTicket(ticketNumber: string, id: string): PrintableTicket {
  return { id, ticketNumber, userRole: 'public', price: 0, eventTitle: 'Sopar', eventImage: '🍽️', dateText: '', time: '21:00', location: null, menu: [], extras: [] };
}

/** Numbers and codes shown beside an account with these tickets. */
function listedBeside(listed: Record<string, { isWithRecipient: boolean }>): string[] {
  const bought = { orderNumber: 'ORD-1', eventDate: '2027-03-15', tickets: [aStoredTicket('ORD-1-T1', 'bought 1'), aStoredTicket('ORD-1-T2', 'bought 2')] };
  const taken = { orderNumber: 'ORD-1-T2', eventDate: '2027-03-15', tickets: [aStoredTicket('ORD-1-T2', 'taken')] };
  return ticketsBeside([bought, taken], new Map(Object.entries(listed))).map(({ id }) => id);
}

test('beside an account that lists none of them stands all that the device keeps', () => {
  expect(listedBeside({ 'ORD-9-T1': { isWithRecipient: false } })).toEqual(['bought 1', 'bought 2', 'taken']);
});

test('a ticket that the account lists does not stand twice', () => {
  expect(listedBeside({ 'ORD-1-T1': { isWithRecipient: false }, 'ORD-1-T2': { isWithRecipient: false } })).toEqual([]);
});

test('a given ticket that was taken on this device stands there under its new code alone', () => {
  expect(listedBeside({ 'ORD-1-T1': { isWithRecipient: false }, 'ORD-1-T2': { isWithRecipient: true } })).toEqual(['taken']);
});

import { expect, test } from 'vitest';

import { isHandedOut, isPaid, isWithRecipient, mayMoveOrder, ORDER_MOVES, ORDER_STATUSES, type OrderStatus, TICKET_MOVES, TICKET_STATUSES, type TicketStatus } from './status.ts';

/** Every move there is; each other pair of states is refused. */
const ORDERS: readonly [OrderStatus, OrderStatus][] = [
  ['draft', 'pending_payment'],
  ['draft', 'cancelled'],
  ['pending_payment', 'paid'],
  ['pending_payment', 'completed'],
  ['pending_payment', 'cancelled'],
  ['pending_payment', 'refunded'],
  ['paid', 'refunded'],
  ['paid', 'cancelled'],
  ['completed', 'cancelled'],
  ['cancelled', 'paid'],
  ['cancelled', 'refunded'],
];

const TICKETS: readonly [TicketStatus, TicketStatus][] = [
  ['pending_payment', 'active'],
  ['pending_payment', 'cancelled'],
  ['pending_payment', 'refunded'],
  ['active', 'used'],
  ['active', 'cancelled'],
  ['active', 'refunded'],
  ['used', 'active'],
  ['cancelled', 'active'],
  ['cancelled', 'refunded'],
];

test('an order moves along these ways and no others', () => {
  const allowed = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.filter((to) => mayMoveOrder(from, to)).map((to) => [from, to]));
  expect(allowed.toSorted()).toEqual([...ORDERS].toSorted());
});

test('a ticket moves along these ways and no others', () => {
  const allowed = TICKET_STATUSES.flatMap((from) => TICKET_STATUSES.filter((to) => (TICKET_MOVES[from] as readonly TicketStatus[]).includes(to)).map((to) => [from, to]));
  expect(allowed.toSorted()).toEqual([...TICKETS].toSorted());
});

test('nothing stays where it is by moving, and what was refunded moves no more', () => {
  for (const status of ORDER_STATUSES) expect(mayMoveOrder(status, status)).toBe(false);
  for (const status of TICKET_STATUSES) expect(TICKET_MOVES[status]).not.toContain(status);
  expect(ORDER_MOVES.refunded).toEqual([]);
  expect(TICKET_MOVES.refunded).toEqual([]);
});

test('only a paid or completed order is paid', () => {
  expect(ORDER_STATUSES.filter(isPaid)).toEqual(['paid', 'completed']);
});

test('a ticket that lets somebody in is its buyer’s or its recipient’s, and one that does not is nobody’s', () => {
  for (const status of TICKET_STATUSES) {
    for (const suspendedAt of [null, new Date(0)]) {
      const letsIn = suspendedAt === null && (status === 'active' || status === 'used');
      const whose = (givenTo: string | null): boolean[] => [isHandedOut({ status, suspendedAt, givenTo }), isWithRecipient({ status, suspendedAt, givenTo })];
      expect([whose(null), whose('Neus'), whose('')]).toEqual([[letsIn, false], [false, letsIn], [false, letsIn]]);
    }
  }
});

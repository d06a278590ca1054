/**
 * The states of orders and tickets and the only moves between them (spec §4, as narrowed by docs/decisions.md).
 * Services, tests and the doctor read the same tables.
 */
export const ORDER_STATUSES = ['draft', 'pending_payment', 'paid', 'completed', 'cancelled', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const TICKET_STATUSES = ['pending_payment', 'active', 'used', 'cancelled', 'refunded'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const EMAIL_STATUSES = ['pending', 'sending', 'sent', 'failed'] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/**
 * `cancelled -> paid` is the late payment honoured, `cancelled -> refunded` the late payment given back, and
 * `pending_payment -> refunded` the payment of an event that was withdrawn before. The database refuses every other move
 * (table `status_moves`).
 */
export const ORDER_MOVES = {
  draft: ['pending_payment', 'cancelled'],
  pending_payment: ['paid', 'completed', 'cancelled', 'refunded'],
  paid: ['refunded', 'cancelled'],
  completed: ['cancelled'],
  cancelled: ['paid', 'refunded'],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

export const TICKET_MOVES = {
  pending_payment: ['active', 'cancelled', 'refunded'],
  active: ['used', 'cancelled', 'refunded'],
  used: ['active'],
  cancelled: ['active', 'refunded'],
  refunded: [],
} as const satisfies Record<TicketStatus, readonly TicketStatus[]>;

type Origin<Moves extends Record<string, readonly string[]>, To> = { [From in keyof Moves]: To extends Moves[From][number] ? From : never }[keyof Moves];

/** The states from which an order or a ticket may come to this one. */
export type OrderOrigin<To extends OrderStatus> = Origin<typeof ORDER_MOVES, To>;
export type TicketOrigin<To extends TicketStatus> = Origin<typeof TICKET_MOVES, To>;

/** Only these mean that the buyer holds valid tickets; tickets merely existing proves nothing. */
export function isPaid(status: OrderStatus): boolean {
  return status === 'paid' || status === 'completed';
}

/** A ticket that is handed out with its code: neither ended nor suspended while its payment is disputed. The used one is its holder's as well. */
export function isHandedOut(ticket: { status: TicketStatus; suspendedAt: Date | null }): boolean {
  return (ticket.status === 'active' || ticket.status === 'used') && ticket.suspendedAt === null;
}

export function mayMoveOrder<To extends OrderStatus>(from: OrderStatus, to: To): from is OrderOrigin<To> {
  return (ORDER_MOVES[from] as readonly OrderStatus[]).includes(to);
}

export const MAX_TICKETS_PER_ORDER = 20;
/** Characters as people count them (graphemes). */
export const MAX_NOTE_LENGTH = 500;
/** UTF-16 units: what a note of 500 characters may weigh when each of them is a family of emoji or two. */
export const MAX_NOTE_UNITS = 4_000;

import { isOneOf } from '../record.ts';

/** Spec §4. */
export const ORDER_STATUSES = ['draft', 'pending_payment', 'paid', 'completed', 'cancelled', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const TICKET_STATUSES = ['pending_payment', 'active', 'used', 'cancelled', 'refunded'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const EMAIL_STATUSES = ['pending', 'sending', 'sent', 'failed'] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** `cancelled -> paid`: late payment honoured; `cancelled -> refunded`: late payment returned; `pending_payment -> refunded`: the event was withdrawn before. */
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

export type OrderOrigin<To extends OrderStatus> = Origin<typeof ORDER_MOVES, To>;
export type TicketOrigin<To extends TicketStatus> = Origin<typeof TICKET_MOVES, To>;

export function isPaid(status: OrderStatus): boolean {
  return status === 'paid' || status === 'completed';
}

/** To its buyer. A used ticket stays its holder's; one that was given away is somebody else's. */
export function isHandedOut(ticket: { status: TicketStatus; suspendedAt: Date | null; givenTo: string | null }): boolean {
  return ticket.givenTo === null && (ticket.status === 'active' || ticket.status === 'used') && ticket.suspendedAt === null;
}

export function isWithRecipient(ticket: { status: TicketStatus; suspendedAt: Date | null; givenTo: string | null }): boolean {
  return ticket.givenTo !== null && isHandedOut({ ...ticket, givenTo: null });
}

export function mayMoveOrder<To extends OrderStatus>(from: OrderStatus, to: To): from is OrderOrigin<To> {
  return isOneOf<OrderStatus>(ORDER_MOVES[from], to);
}

export const MAX_TICKETS_PER_ORDER = 20;
export const MAX_NOTE_LENGTH = 500;
export const MAX_NOTE_UNITS = 4_000;

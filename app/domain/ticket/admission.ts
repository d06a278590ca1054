import { isPaid, type OrderStatus, type TicketStatus } from '../order/status.ts';

/** What a door may answer. `VALID`: may enter. `ADMITTED`: has just entered. */
export const ADMISSION_CODES = [
  'VALID',
  'ADMITTED',
  'ALREADY_USED',
  'NOT_FOUND',
  'OTHER_EVENT',
  'NOT_PAID',
  'CANCELLED',
  'REFUNDED',
  'SUSPENDED',
  'REPLACED',
  'BAD_QR',
] as const;
export type AdmissionCode = (typeof ADMISSION_CODES)[number];

/** A ticket as a door judges it: read from the database, or from a list that was fetched before the network went. */
export interface TicketAtDoor {
  eventId: number;
  status: TicketStatus;
  orderStatus: OrderStatus;
  /** Its payment is disputed at the bank. */
  suspended: boolean;
  /** Its holder went out by the door and may come back. */
  outside: boolean;
}

/** `replaced`: the id of a ticket that was given to somebody else, who holds a new one. */
export type TicketLookup = TicketAtDoor | 'replaced' | null;

export interface Door {
  /** The events that may enter here; null for any. */
  eventIds: readonly number[] | null;
  /** 'Eixida i tornada' of the ticket's event. */
  allowsReentry: boolean;
}

export type Entry = 'entry' | 'reentry';

export type Admission = { code: 'VALID'; entry: Entry } | { code: Exclude<AdmissionCode, 'VALID' | 'ADMITTED' | 'BAD_QR'> };

/** Whether a ticket lets its holder in now. What is final (given back, cancelled) is said before what may pass. */
export function decideAdmission(ticket: TicketLookup, door: Door): Admission {
  if (ticket === null) return { code: 'NOT_FOUND' };
  if (ticket === 'replaced') return { code: 'REPLACED' };
  if (door.eventIds !== null && !door.eventIds.includes(ticket.eventId)) return { code: 'OTHER_EVENT' };
  if (ticket.status === 'refunded' || ticket.orderStatus === 'refunded') return { code: 'REFUNDED' };
  if (ticket.status === 'cancelled' || ticket.orderStatus === 'cancelled') return { code: 'CANCELLED' };
  if (ticket.status === 'pending_payment' || !isPaid(ticket.orderStatus)) return { code: 'NOT_PAID' };
  if (ticket.suspended) return { code: 'SUSPENDED' };
  if (ticket.status === 'active') return { code: 'VALID', entry: 'entry' };
  return door.allowsReentry && ticket.outside ? { code: 'VALID', entry: 'reentry' } : { code: 'ALREADY_USED' };
}

export const UNDO_MS = 60_000;

export interface UndoFacts {
  isAdmin: boolean;
  /** By the nonce it was admitted with, or as the same scanner on the same device. */
  isSameDevice: boolean;
  admittedAt: Date;
}

/** Whoever let somebody in by mistake takes it back within a minute; an admin at any time. */
export function mayUndo({ isAdmin, isSameDevice, admittedAt }: UndoFacts, now: Date): boolean {
  return isAdmin || (isSameDevice && now.getTime() - admittedAt.getTime() <= UNDO_MS);
}

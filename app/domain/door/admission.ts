import { isPaid, type OrderStatus, type TicketStatus } from '../order/status.ts';

/** `VALID`: may enter. `ADMITTED`: has just entered. */
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

export interface TicketAtDoor {
  eventId: number;
  status: TicketStatus;
  orderStatus: OrderStatus;
  suspended: boolean;
  outside: boolean;
}

/** `replaced`: the ticket was given away or its address corrected, and has a new id. */
export type TicketLookup = TicketAtDoor | 'replaced' | null;

export interface DoorRules {
  eventIds: readonly number[] | null;
  allowsReentry: boolean;
}

export type Entry = 'entry' | 'reentry';

export type Admission = { code: 'VALID'; entry: Entry } | { code: Exclude<AdmissionCode, 'VALID' | 'ADMITTED' | 'BAD_QR'> };

/** Final states (refunded, cancelled) are answered before those that may pass. */
export function decideAdmission(ticket: TicketLookup, door: DoorRules): Admission {
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

interface UndoFacts {
  isAdmin: boolean;
  isSameDevice: boolean;
  admittedAt: Date;
}

export function mayUndo({ isAdmin, isSameDevice, admittedAt }: UndoFacts, now: Date): boolean {
  return isAdmin || (isSameDevice && now.getTime() - admittedAt.getTime() <= UNDO_MS);
}

interface ScanToUndo extends UndoFacts {
  /** One too many of a door without network: the ticket was somebody's already. */
  isConflict: boolean;
  /** Another door let somebody in by the same ticket meanwhile, without network. */
  hasSecond: boolean;
  isPaid: boolean;
}

/** `free`: the ticket is valid again. `others`: whoever came in at the other door stays in by it. `refunded`: its order was given back. */
export type Undoing = 'free' | 'others' | 'too_late' | 'refunded' | 'nothing';

export function decideUndo(scan: ScanToUndo | null, now: Date): Undoing {
  if (scan === null) return 'nothing';
  if (!mayUndo(scan, now)) return 'too_late';
  if (scan.isConflict || scan.hasSecond) return 'others';
  return scan.isPaid ? 'free' : 'refunded';
}

import { isPaid, type OrderStatus, type TicketStatus } from '../order/status.ts';
import { graphemeLength, isStorableText, singleLine } from '../plain-text.ts';

export interface GivableTicket {
  status: TicketStatus;
  suspendedAt: Date | null;
  orderStatus: OrderStatus;
  withdrawnAt: Date | null;
}

/** What a door would still let in can be somebody else's. */
export function mayBeGiven({ status, suspendedAt, orderStatus, withdrawnAt }: GivableTicket): boolean {
  return status === 'active' && suspendedAt === null && isPaid(orderStatus) && withdrawnAt === null;
}

const MAX_NAME = 80;

/** Null when it is no name. */
export function parseTakerName(text: string): string | null {
  const name = isStorableText(text) ? singleLine(text) : '';
  return name === '' || graphemeLength(name) > MAX_NAME ? null : name;
}

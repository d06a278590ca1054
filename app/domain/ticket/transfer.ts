import { isPaid, type OrderStatus, type TicketStatus } from '../order/status.ts';
import { graphemeLength, isStorableText, singleLine } from '../plain-text.ts';

export interface TransferFacts {
  status: TicketStatus;
  suspendedAt: Date | null;
  orderStatus: OrderStatus;
  withdrawnAt: Date | null;
}

export function mayBeTransferred(ticket: TransferFacts & { givingAllowed: boolean }): boolean {
  return ticket.givingAllowed && mayBeRevoked(ticket);
}

export function mayBeRevoked({ status, suspendedAt, orderStatus, withdrawnAt }: TransferFacts): boolean {
  return status === 'active' && suspendedAt === null && isPaid(orderStatus) && withdrawnAt === null;
}

const MAX_NAME = 80;

export function parseRecipientName(text: string): string | null {
  const name = isStorableText(text) ? singleLine(text) : '';
  return name === '' || graphemeLength(name) > MAX_NAME ? null : name;
}

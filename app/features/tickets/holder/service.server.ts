import type { Actor } from '#app/domain/people/actor.ts';
import { isPaid } from '#app/domain/order/status.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { bearerOf, type OrderRecord, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { isRecipient } from '../transfer/service.server.ts';
import { selectOrderOfTicket, selectVerifiedEmail } from './store.server.ts';

/** The buyer by account or by the order's link (`bearer`), the recipient of a transfer by key, or an admin. */
export type Requester = { kind: 'holder'; actor: Actor; bearer: string | null } | { kind: 'recipient'; key: string } | { kind: 'admin'; admin: AdminId };

/** Null where the requester has no such ticket of a paid order. */
export async function findTicketOfHolder(deps: Deps, requester: Requester, ticketNumber: string): Promise<{ order: OrderRecord; ticket: TicketRecord } | null> {
  const orderId = isStorableText(ticketNumber) ? await selectOrderOfTicket(deps.db.query, ticketNumber) : null;
  const order = orderId === null ? null : await selectOrder(deps.db.query, { id: orderId });
  const ticket = order && isPaid(order.status) && (await selectTickets(deps.db.query, [order.id])).find((one) => one.ticketNumber === ticketNumber);
  return order && ticket && (await mayAsk(deps, requester, { order, ticket })) ? { order, ticket } : null;
}

async function mayAsk(deps: Deps, requester: Requester, { order, ticket }: { order: OrderRecord; ticket: TicketRecord }): Promise<boolean> {
  if (requester.kind === 'admin') return true;
  if (requester.kind === 'recipient') return isRecipient(deps, deps.db.query, { key: requester.key, ticketId: ticket.id });
  const { actor, bearer } = requester;
  if (bearer !== null && isUuid(bearer) && bearer.toLowerCase() === bearerOf(order)) return true;
  if (actor.kind === 'guest') return false;
  return order.buyer === `user:${actor.userId}` || (await selectVerifiedEmail(deps.db.query, actor.userId)) === order.email;
}

export function whoIs(requester: Requester): string {
  if (requester.kind === 'admin') return `user:${requester.admin}`;
  if (requester.kind === 'recipient') return 'ticket key';
  return requester.actor.kind === 'user' ? `user:${requester.actor.userId}` : 'order link';
}

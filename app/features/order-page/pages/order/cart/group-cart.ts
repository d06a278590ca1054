import { type CheckedTicket, isSound } from '#app/domain/cart/cart.ts';
import { choiceKey } from '#app/domain/cart/ticket-choice.ts';
import { groupTickets, type TicketGroup } from '#app/domain/cart/ticket-groups.ts';

/** Tickets that need a decision are never grouped, nor those at other prices. */
export function groupCart(tickets: readonly CheckedTicket[]): TicketGroup<CheckedTicket>[] {
  return groupTickets(tickets, (one) => (isSound(one) ? `${choiceKey(one.choice)} ${one.ticket.price} ${one.ticket.pricedAs ?? ''}` : one.id));
}

import type { ComposedTicket } from '../event/menu.ts';
import { type CheckedTicket, isSound } from './cart.ts';
import { choiceKey } from './ticket-choice.ts';

/** `position` counts all tickets, from 1. */
interface GroupMember<Ticket> {
  ticket: Ticket;
  position: number;
}

export interface TicketGroup<Ticket> {
  key: string;
  members: readonly [GroupMember<Ticket>, ...GroupMember<Ticket>[]];
}

export function groupTickets<Ticket>(tickets: readonly Ticket[], keyOf: (ticket: Ticket) => string): TicketGroup<Ticket>[] {
  const groups = new Map<string, TicketGroup<Ticket>['members']>();
  for (const [index, ticket] of tickets.entries()) {
    const [key, member] = [keyOf(ticket), { ticket, position: index + 1 }];
    const members = groups.get(key);
    groups.set(key, members === undefined ? [member] : [...members, member]);
  }
  return [...groups].map(([key, members]) => ({ key, members }));
}

/** '3 × Paella, Arnadí' */
export function groupName(quantity: number, ticket: Pick<ComposedTicket, 'menu' | 'extras'>): string {
  const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras].map(({ name }) => name);
  return `${quantity} × ${dishes.length === 0 ? 'Tiquet' : dishes.join(', ')}`;
}

export function soldTicketKey({ menu, extras, price }: Pick<ComposedTicket, 'menu' | 'extras'> & { price: number }): string {
  const names = (items: ComposedTicket['extras']): string[] => items.map(({ name }) => name).toSorted();
  return JSON.stringify([menu.map((section) => [section.sectionName, names(section.items)]), names(extras), price]);
}

/** Tickets that need a decision are never grouped, nor those at other prices. */
export function groupCart(tickets: readonly CheckedTicket[]): TicketGroup<CheckedTicket>[] {
  return groupTickets(tickets, (one) => (isSound(one) ? `${choiceKey(one.choice)} ${one.ticket.price} ${one.ticket.pricedAs ?? ''}` : one.id));
}

import type { ComposedTicket } from '../event/menu.ts';

export interface TicketGroup<Ticket> {
  key: string;
  members: readonly { ticket: Ticket; position: number }[];
}

export function groupTickets<Ticket>(tickets: readonly Ticket[], keyOf: (ticket: Ticket) => string): TicketGroup<Ticket>[] {
  const groups = new Map<string, { ticket: Ticket; position: number }[]>();
  for (const [index, ticket] of tickets.entries()) {
    const key = keyOf(ticket);
    groups.set(key, [...(groups.get(key) ?? []), { ticket, position: index + 1 }]);
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

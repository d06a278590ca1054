import { formatDate } from '#app/domain/time/dates.ts';

import type { TicketRow } from './store.server.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { soldMenu } from '#app/design/ticket-rendering/sold-menu.ts';

export function toPrintable(row: TicketRow): PrintableTicket {
  const { menu, extras } = soldMenu(row);
  return {
    id: row.id,
    ticketNumber: row.ticketNumber,
    userRole: row.userRole,
    price: row.price,
    eventTitle: row.eventTitle.trim() === '' ? 'Esdeveniment' : row.eventTitle,
    eventImage: row.eventImage,
    dateText: formatDate(row.eventDate),
    time: row.eventTime,
    location: row.location,
    menu,
    extras,
    table: row.table,
  };
}

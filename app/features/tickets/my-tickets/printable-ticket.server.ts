import { formatDate } from '#app/domain/time/dates.ts';
import { readMenuSnapshot } from '#app/domain/ticket/menu-snapshot.ts';

import type { TicketRow } from './store.server.ts';
import { type PrintableTicket, soldChoiceSchema } from '#app/design/ticket-rendering/printable-ticket.ts';

/** Menus of older shapes are drawn as far as they can be read. */
export function printableOf(row: TicketRow): PrintableTicket {
  const reading = readMenuSnapshot(row.menu);
  const extras = soldChoiceSchema.array().safeParse(row.extras);
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
    menu: reading.kind === 'menu' ? reading.menu.sections.map(drawnSection) : [],
    extras: extras.success ? extras.data : [],
  };
}

function drawnSection(section: { name: string; dishes: { emoji: string; name: string }[] }, index: number): PrintableTicket['menu'][number] {
  const items = section.dishes.map((dish, place) => ({ id: `${index}-${place}`, ...dish, price: 0 }));
  return { sectionId: String(index), sectionName: section.name, items };
}

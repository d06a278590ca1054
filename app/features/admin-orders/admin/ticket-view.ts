import { instantText } from '#app/domain/time/instant-text.ts';

import type { AdminTicketRow } from '../service.server.ts';
import type { TicketView } from './ticket-row.tsx';

export function toTicketView({ id, ticketNumber, price, status, suspendedAt, usedAt, note, noteName, menu, extras, hasDishIds }: AdminTicketRow): TicketView {
  return {
    id,
    ticketNumber,
    price,
    status,
    suspended: suspendedAt !== null,
    usedAtText: usedAt && instantText(usedAt.toISOString()),
    note: note && noteName ? `${noteName}: ${note}` : note,
    hasDishes: hasDishIds && menu.length > 0,
    dishes: [
      ...menu.flatMap(({ sectionName, items }) => items.map(({ emoji, name }) => ({ section: sectionName, emoji, name }))),
      ...extras.map(({ emoji, name }) => ({ section: 'Extres', emoji, name })),
    ],
  };
}

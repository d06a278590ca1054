import { adminLoader, askPasswordPastFirstPage } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import type { KitchenSheet } from '#app/domain/kitchen.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { readKitchen } from '#app/features/kitchen/service.server.ts';

import { readOrderFilter } from '../order-filter.ts';
import { type EventHead, listOrders, readEventHead, readTicketStats } from '../service.server.ts';
import type { OrderView } from './order-card.tsx';
import { toTicketView } from './ticket-view.ts';

export interface TicketsData {
  event: (EventHead & { dateText: string }) | null;
  stats: Awaited<ReturnType<typeof readTicketStats>>;
  kitchen: KitchenSheet | null;
  orders: OrderView[];
  next: string | null;
  filter: ReturnType<typeof readOrderFilter>;
}

export const loader = adminLoader('admin', async (request): Promise<TicketsData | null> => {
  const { deps, staff, query, args: { params } } = request;
  const eventId = params['eventId'] === undefined ? null : parseEventId(params['eventId']);
  const event = eventId === null ? null : await readEventHead(deps, staff, eventId);
  if (params['eventId'] !== undefined && event === null) return null;
  askPasswordPastFirstPage(request);
  const filter = readOrderFilter(query);
  const [stats, kitchen, list] = await Promise.all([
    readTicketStats(deps, staff, eventId),
    eventId === null ? null : readKitchen(deps, staff, eventId),
    listOrders(deps, staff, { ...filter, eventId, cursor: query.get('cursor') }),
  ]);
  return {
    event: event && { ...event, dateText: formatDate(event.date) },
    stats,
    kitchen,
    filter,
    next: list.next,
    orders: list.orders.map(({ createdAt, paidAt: _paidAt, tickets, eventDate: _date, ...order }) => ({ ...order, createdText: instantText(createdAt.toISOString()), tickets: tickets.map(toTicketView) })),
  };
});

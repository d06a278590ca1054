import { type RawBuilder, sql } from 'kysely';

/** Tickets of an event, of a query over `events` and `event_stock`: its counter holds what the waiting list keeps as well. */
export const ticketsSold: RawBuilder<number> = sql<number>`event_stock.sold - event_stock.set_aside - (select coalesce(sum(w.offered_places), 0)::int from waiting_parties w where w.event_id = events.id and w.status = 'offered')`;

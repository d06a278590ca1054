import { type RawBuilder, sql } from 'kysely';

/** Of a query over `events`: paid for or given, and neither cancelled nor refunded. */
export const ticketsSold: RawBuilder<number> = sql<number>`(select count(*)::int from tickets t where t.event_id = events.id and t.status in ('active', 'used'))`;

export const ticketsUsed: RawBuilder<number> = sql<number>`(select count(*)::int from tickets t where t.event_id = events.id and t.status = 'used')`;

/** In orders that still wait for their payment. */
export const ticketsHeld: RawBuilder<number> = sql<number>`(select count(*)::int from tickets t where t.event_id = events.id and t.status = 'pending_payment')`;

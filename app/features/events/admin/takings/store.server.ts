import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

export interface EventTakings {
  eventId: number;
  tickets: number;
  /** Cents. */
  amount: number;
}

export async function selectTakingsSince(query: Query, since: Date): Promise<EventTakings[]> {
  const { rows } = await sql<EventTakings>`
    select o.event_id as "eventId", sum(o.ticket_quantity)::int as tickets, sum(p.amount)::int as amount
    from payments p join orders o on o.id = p.order_id
    where p.status = 'paid' and p.paid_at >= ${since} group by o.event_id`.execute(query);
  return rows;
}

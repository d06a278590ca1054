import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { Tender } from '#app/domain/till/tender.ts';

export interface OwedOrder {
  orderId: string;
  orderNumber: string;
  name: string | null;
  email: string | null;
  eventId: number;
  eventTitle: string;
  eventDate: string;
  tickets: number;
  /** Cents. */
  amount: number;
  means: Tender;
  paidAt: Date | null;
}

const MOST_LISTED = 2_000;

/** Oldest event first, then by number. */
export async function selectOwed(query: Query, eventId: number | null): Promise<OwedOrder[]> {
  const { rows } = await sql<OwedOrder>`
    select o.id as order_id, o.order_number, o.user_name as name, o.email, e.id as event_id, e.title as event_title, e.event_date,
      o.ticket_quantity as tickets, d.amount, d.means, o.paid_at
    from owed_in_person() d join orders o on o.id = d.order_id join events e on e.id = d.event_id
    where ${eventId}::integer is null or e.id = ${eventId}
    order by e.event_date, e.id, o.order_number
    limit ${MOST_LISTED}`.execute(query);
  return rows;
}

import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

export interface WithdrawnOrder {
  id: string;
  orderNumber: string;
  /** Null: the buyer gave the tickets back after a change of plans. */
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  /** With the words of the withdrawal, where an admin wrote any. */
  announcementId: string | null;
}

export async function selectWithdrawnOrders(query: Query, page: { after: string | null; limit: number }): Promise<WithdrawnOrder[]> {
  return query
    .selectFrom('events')
    .innerJoin('orders', 'orders.eventId', 'events.id')
    .leftJoin('announcements', (join) => join.onRef('announcements.eventId', '=', 'events.id').on('announcements.kind', '=', 'withdrawal'))
    .select(['orders.id', 'orders.orderNumber', 'events.withdrawnAt', 'events.withdrawnBy', 'announcements.id as announcementId'])
    .where((eb) =>
      eb.or([
        eb('events.withdrawnAt', 'is not', null),
        eb.exists(eb.selectFrom('holderChoices').select('orderId').whereRef('orderId', '=', 'orders.id').where('choice', '=', 'give_back')),
      ]),
    )
    .where('orders.status', 'in', ['paid', 'completed'])
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.orderId', '=', 'orders.id').where('tickets.status', '=', 'active')),
        eb.and([
          eb('events.withdrawnAt', 'is not', null),
          sql<boolean>`exists (select from left_to_give_back() l where l.order_id = orders.id and l.by_card > 0)`,
          // A refund that failed is asked for again from its case.
          eb.not(eb.exists(eb.selectFrom('refunds').select('refunds.id').whereRef('refunds.orderId', '=', 'orders.id').where('refunds.reason', '=', 'event_cancelled'))),
        ]),
      ]),
    )
    .where((eb) => (page.after === null ? eb.lit(true) : eb('orders.id', '>', page.after)))
    .orderBy('orders.id')
    .limit(page.limit)
    .execute();
}

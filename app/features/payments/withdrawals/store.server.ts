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

/** Asked every few seconds: begins with the few orders that may be meant, and reckons only what is left of those. */
export async function selectWithdrawnOrders(query: Query, page: { after: string | null; limit: number }): Promise<WithdrawnOrder[]> {
  return query
    .with(
      (named) => named('meant').materialized(),
      (db) =>
        db
          .selectFrom('events')
          .innerJoin('orders', 'orders.eventId', 'events.id')
          .select(['orders.id', 'orders.orderNumber', 'orders.eventId', 'orders.status'])
          .where('events.withdrawnAt', 'is not', null)
          .union(db.selectFrom('holderChoices').innerJoin('orders', 'orders.id', 'holderChoices.orderId').select(['orders.id', 'orders.orderNumber', 'orders.eventId', 'orders.status']).where('choice', '=', 'give_back')),
    )
    .selectFrom('meant')
    .innerJoin('events', 'events.id', 'meant.eventId')
    .leftJoin('announcements', (join) => join.onRef('announcements.eventId', '=', 'events.id').on('announcements.kind', '=', 'withdrawal'))
    .select(['meant.id', 'meant.orderNumber', 'events.withdrawnAt', 'events.withdrawnBy', 'announcements.id as announcementId'])
    .where('meant.status', 'in', ['paid', 'completed'])
    .where((eb) =>
      eb.or([
        eb.and([eb('events.withdrawnAt', 'is', null), sql<boolean>`exists (select from returnable_tickets(meant.id))`]),
        eb.and([eb('events.withdrawnAt', 'is not', null), eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.orderId', '=', 'meant.id').where('tickets.status', '=', 'active'))]),
        eb.and([
          eb('events.withdrawnAt', 'is not', null),
          sql<boolean>`(select l.by_card from left_to_give_back() l where l.order_id = meant.id limit 1) > 0`,
          // A refund that failed is asked for again from its case.
          eb.not(eb.exists(eb.selectFrom('refunds').select('refunds.id').whereRef('refunds.orderId', '=', 'meant.id').where('refunds.reason', '=', 'event_cancelled'))),
        ]),
      ]),
    )
    .where((eb) => (page.after === null ? eb.lit(true) : eb('meant.id', '>', page.after)))
    .orderBy('meant.id')
    .limit(page.limit)
    .execute();
}

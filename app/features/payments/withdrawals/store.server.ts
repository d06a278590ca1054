import type { Query } from '#app/platform/adapters/db/database.server.ts';

export interface WithdrawnOrder {
  id: string;
  orderNumber: string;
  withdrawnBy: string | null;
}

export async function selectWithdrawnOrders(query: Query, page: { after: string | null; limit: number }): Promise<WithdrawnOrder[]> {
  return query
    .selectFrom('events')
    .innerJoin('orders', 'orders.eventId', 'events.id')
    .select(['orders.id', 'orders.orderNumber', 'events.withdrawnBy'])
    .where('events.withdrawnAt', 'is not', null)
    .where('orders.status', 'in', ['paid', 'completed'])
    .where((eb) => eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.orderId', '=', 'orders.id').where('tickets.status', '=', 'active')))
    .where((eb) => (page.after === null ? eb.lit(true) : eb('orders.id', '>', page.after)))
    .orderBy('orders.id')
    .limit(page.limit)
    .execute();
}

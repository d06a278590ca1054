import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import { type AbandonedOrders, MOST_GIVEN_UP } from '#app/domain/order/abandoned-orders.ts';

/** Above the tolerated number only. Expired holds and orders of withdrawn events do not count. */
export async function selectAbandoned(query: Query, since: Date): Promise<AbandonedOrders[]> {
  const { rows } = await sql<AbandonedOrders>`
    with given_up as (
      select buyer, network_hash, orders.created_at as placed_at from orders join events on events.id = event_id
      where orders.created_at > ${since} and status = 'cancelled' and cancelled_at < hold_expires_at and withdrawn_at is null
    ), many as (
      select 'buyer' as by, buyer as key, array_agg(placed_at order by placed_at desc) as placed_at from given_up
      where buyer is not null group by buyer having count(*) > ${MOST_GIVEN_UP.buyer}
      union all
      select 'network', network_hash, array_agg(placed_at order by placed_at desc) from given_up
      where network_hash is not null group by network_hash having count(*) > ${MOST_GIVEN_UP.network}
    )
    select many.*, (
      select count(*)::integer from orders
      where created_at > ${since} and status = 'paid' and (by = 'buyer' and buyer = key or by = 'network' and network_hash = key)
    ) as paid
    from many`.execute(query);
  return rows;
}

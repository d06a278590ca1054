import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

/** Orders with a late payment keep their buyer, for the books. */
export async function eraseUnpaidBuyersBefore(query: Query, instant: Date): Promise<void> {
  await sql`
    update orders set email = '', user_name = null, buyer = null, user_id = null
    where status = 'cancelled' and paid_at is null and created_at < ${instant} and email <> ''
      and not exists (select from payments where payments.order_id = orders.id and payments.status = 'paid')`.execute(query);
}

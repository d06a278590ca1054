import { sql } from 'kysely';

import type { Query } from '#app/adapters/db/database.server.ts';

/** Of cancelled orders from before an instant. Money that came late and went back is in the books, with whose it was. */
export async function eraseUnpaidBuyersBefore(query: Query, instant: Date): Promise<void> {
  await sql`
    update orders set email = '', user_name = null, buyer = null, user_id = null
    where status = 'cancelled' and paid_at is null and created_at < ${instant} and email <> ''
      and not exists (select from payments where payments.order_id = orders.id and payments.status = 'paid')`.execute(query);
}

import { sql } from 'kysely';

import { NOTHING_OWED, type OwedSums } from '#app/domain/payment/owed.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Tender } from '#app/domain/till/tender.ts';

export async function markPaidManually(tx: Tx, payment: { paymentId: string; means: Tender; charge: string; now: Date }): Promise<void> {
  const { paymentId, means, charge, now } = payment;
  await tx
    .updateTable('payments')
    .set({ status: 'paid', paidAt: now, providerPayment: charge, means })
    .where('id', '=', paymentId)
    .where('provider', '=', 'till')
    .where('status', '=', 'creating')
    .executeTakeFirstOrThrow();
}

export async function selectOwedSums(query: Query, { eventId = null, orderId = null }: { eventId?: number | null; orderId?: string | null }): Promise<OwedSums> {
  const { rows } = await sql<OwedSums>`
    select count(*)::int as orders, coalesce(sum(amount), 0)::int as amount from owed_in_person()
    where (${eventId}::integer is null or event_id = ${eventId}) and (${orderId}::uuid is null or order_id = ${orderId})`.execute(query);
  return rows[0] ?? NOTHING_OWED;
}

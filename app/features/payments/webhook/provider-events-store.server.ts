import type { Query, Tx } from '#app/adapters/db/database.server.ts';

export async function isKnownEvent(query: Query, eventId: string): Promise<boolean> {
  const row = await query.selectFrom('paymentEvents').select('id').where('id', '=', eventId).executeTakeFirst();
  return row !== undefined;
}

/** False when the event was there already; one that is being handled at this moment is waited for. */
export async function insertProviderEvent(
  tx: Tx,
  event: { id: string; provider: string; type: string; outcome: string; receivedAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { PaymentStatus } from '#app/domain/payment/status.ts';

export async function isKnownEvent(query: Query, eventId: string): Promise<boolean> {
  const row = await query.selectFrom('paymentEvents').select('id').where('id', '=', eventId).executeTakeFirst();
  return row !== undefined;
}

/** For an event that the feed listed before its webhook arrived. */
export async function markReportedByWebhook(query: Query, eventId: string): Promise<void> {
  await query.updateTable('paymentEvents').set({ byWebhook: true }).where('id', '=', eventId).where('byWebhook', '=', false).execute();
}

/** False for a known event. Waits for a transaction that is handling the same one. */
export async function insertProviderEvent(
  tx: Tx,
  event: { id: string; provider: string; type: string; outcome: string; receivedAt: Date; byWebhook: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

interface Feed {
  /** By the provider's clock; null before the first read. */
  readUntil: Date | null;
}

/** Null when a read began less than `everyMs` ago. */
export async function claimReading(query: Query, provider: string, pace: { now: Date; everyMs: number }): Promise<Feed | null> {
  const { now, everyMs } = pace;
  const claimed = await query
    .insertInto('providerFeeds')
    .values({ provider, askedAt: now, readUntil: null, readAt: null })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ askedAt: now })
        // A clock that was set back must not stop the feed.
        .where((eb) => eb.or([eb('providerFeeds.askedAt', '<=', new Date(now.getTime() - everyMs)), eb('providerFeeds.askedAt', '>', new Date(now.getTime() + everyMs))])),
    )
    .returning('readUntil')
    .executeTakeFirst();
  return claimed ?? null;
}

export async function markRead(query: Query, provider: string, reading: { until: Date; now: Date }): Promise<void> {
  await query.updateTable('providerFeeds').set({ readUntil: reading.until, readAt: reading.now }).where('provider', '=', provider).execute();
}

export async function selectReadAt(query: Query, provider: string): Promise<Date | null> {
  const row = await query.selectFrom('providerFeeds').select('readAt').where('provider', '=', provider).executeTakeFirst();
  return row?.readAt ?? null;
}

const IDS_AT_ONCE = 10_000;

export async function selectKnownEvents(query: Query, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const rows = await query.selectFrom('paymentEvents').select('id').where('id', 'in', ids.slice(start, start + IDS_AT_ONCE)).execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}

export async function selectPaymentStatus(query: Query, session: string): Promise<PaymentStatus | null> {
  const row = await query.selectFrom('payments').select('status').where('providerSession', '=', session).executeTakeFirst();
  return row?.status ?? null;
}

export async function deleteEventsBefore(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('paymentEvents').where('receivedAt', '<', before).execute();
}

/** Payments known since, by webhook or otherwise; other event types may be missing where the endpoint does not subscribe to them. */
export async function countNewsOfPayments(query: Query, since: Date): Promise<{ reportedByWebhook: number; foundWithoutWebhook: number }> {
  const row = await query
    .selectFrom('paymentEvents')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('byWebhook', '=', true).as('told'),
      fn.countAll<string>().filterWhere('byWebhook', '=', false).as('found'),
    ])
    .where('receivedAt', '>', since)
    .where('outcome', '=', 'paid')
    .where('type', 'like', 'checkout.session.%')
    .executeTakeFirstOrThrow();
  return { reportedByWebhook: Number(row.told), foundWithoutWebhook: Number(row.found) };
}

import type { ProviderEvent, SessionSnapshot } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type SettlementSource, settleTx } from '../settlement/settlement.server.ts';
import { insertProviderEvent } from './store.server.ts';

const MAX_TYPE = 100;

export async function fetchSubject(deps: Deps, event: ProviderEvent): Promise<SessionSnapshot | null> {
  if (event.session !== null) return deps.payments.fetchSession(event.session);
  return event.payment === null ? null : deps.payments.fetchPayment(event.payment);
}

/** In one transaction with the events' rows, so that a repeated event changes nothing. */
export async function applyEvents(
  deps: Deps,
  batch: { events: readonly ProviderEvent[]; snapshot: SessionSnapshot | null; source: SettlementSource },
): Promise<void> {
  const { events, snapshot, source } = batch;
  await deps.db.inTransaction(async (tx) => {
    let isNews = false;
    for (const { id, type } of events) {
      const row = { id, provider: deps.payments.name, type: type.slice(0, MAX_TYPE), outcome: snapshot?.state ?? 'ignored', receivedAt: deps.clock.now(), byWebhook: source === 'webhook' };
      isNews = (await insertProviderEvent(tx, row)) || isNews;
    }
    if (!isNews || !snapshot) return;
    await deps.checkpoint('after-event-row');
    await settleTx(tx, { deps, snapshot, source });
  });
}

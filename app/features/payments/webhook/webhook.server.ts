import { PaymentUnavailable, type ProviderEvent, type SessionSnapshot } from '#app/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { insertProviderEvent, isKnownEvent } from './provider-events-store.server.ts';
import { settleTx } from '../settlement.server.ts';

const MAX_TYPE = 100;

/**
 * An event from the payment provider. Its signature is checked over the raw body, the object is fetched again (what the
 * body says is old news), and the event's row and its effect are one transaction: a repeated delivery does nothing.
 */
export async function receiveProviderEvent(deps: Deps, rawBody: string, headers: Headers): Promise<'handled' | 'not_believed' | 'not_now'> {
  const event = deps.payments.readEvent(rawBody, headers);
  if (!event) return 'not_believed';
  if (await isKnownEvent(deps.db.query, event.id)) return 'handled';
  const snapshot = await fetchSubject(deps, event);
  if (snapshot === 'silent') return 'not_now';
  await deps.db.inTransaction(async (tx) => {
    const received = { id: event.id, provider: deps.payments.name, type: event.type.slice(0, MAX_TYPE), outcome: snapshot?.state ?? 'ignored', receivedAt: deps.clock.now() };
    if (!(await insertProviderEvent(tx, received)) || !snapshot) return;
    await deps.checkpoint('after-event-row');
    await settleTx(tx, { deps, snapshot, source: 'webhook' });
  });
  return 'handled';
}

async function fetchSubject(deps: Deps, event: ProviderEvent): Promise<SessionSnapshot | 'silent' | null> {
  try {
    if (event.session !== null) return await deps.payments.fetchSession(event.session);
    return event.payment === null ? null : await deps.payments.fetchPayment(event.payment);
  } catch (error) {
    if (error instanceof PaymentUnavailable) return 'silent';
    throw error;
  }
}

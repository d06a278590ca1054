import { PaymentUnavailable } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { applyEvents, fetchSubject } from './apply-events.server.ts';
import { isKnownEvent, markReportedByWebhook } from './store.server.ts';

export async function receiveProviderEvent(deps: Deps, rawBody: string, headers: Headers): Promise<'handled' | 'not_believed' | 'not_now'> {
  const event = deps.payments.readEvent(rawBody, headers);
  if (!event) return 'not_believed';
  if (await isKnownEvent(deps.db.query, event.id)) {
    await markReportedByWebhook(deps.db.query, event.id);
    return 'handled';
  }
  try {
    await applyEvents(deps, { events: [event], snapshot: await fetchSubject(deps, event), source: 'webhook' });
  } catch (error) {
    if (error instanceof PaymentUnavailable) return 'not_now';
    throw error;
  }
  return 'handled';
}

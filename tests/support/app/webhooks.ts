import { sign } from '#app/platform/adapters/payments/sandbox/sandbox-events.server.ts';

import { WEBHOOK_SECRET, type TestApp } from './test-app.ts';

export interface WebhookInput {
  id?: string;
  type?: string;
  session: string | null;
}

let sent = 0;

/** The body of an event as the provider writes it. */
export function eventBody(input: WebhookInput): string {
  sent += 1;
  return JSON.stringify({
    id: input.id ?? `evt_test_${sent}`,
    object: 'event',
    type: input.type ?? 'checkout.session.completed',
    livemode: false,
    data: { object: { id: input.session, object: 'checkout.session' } },
  });
}

/** Delivers an event, rightly signed by default; answers the status. */
export async function deliver(app: TestApp, body: string, signature: string | null = signed(app, body)): Promise<number> {
  const response = await app.ask('/api/payments/stripe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(signature !== null && { 'Stripe-Signature': signature }) },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

export function signed(app: TestApp, body: string, how: { secret?: string; secondsAgo?: number } = {}): string {
  const at = new Date(app.clock.now().getTime() - (how.secondsAgo ?? 0) * 1000);
  return sign(body, at, how.secret ?? WEBHOOK_SECRET);
}

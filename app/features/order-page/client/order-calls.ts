import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import type { GroupDetails } from '#app/features/groups/schema.ts';
import type { OrderState } from '#app/features/order-result/schema.ts';
import { type Answer, callApi } from '#app/platform/client-state/api-call.ts';

export function postOrder(body: string, key: string): Promise<Answer<PlacedOrder>> {
  return callApi('/api/orders', { method: 'POST', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key }, body });
}

export function fetchEvent(eventId: number): Promise<Answer<EventDetail>> {
  return callApi(`/api/events/${eventId}`);
}

export function fetchGroup(code: string): Promise<Answer<GroupDetails>> {
  return callApi(`/api/groups/${encodeURIComponent(code)}`);
}

export function fetchPlacedOrder(orderId: string): Promise<Answer<OrderState>> {
  return callApi(`/api/orders/${encodeURIComponent(orderId)}`);
}

export function postCancellation(orderId: string): Promise<Answer<null>> {
  return callApi(`/api/orders/${encodeURIComponent(orderId)}/cancel`, { method: 'POST' });
}

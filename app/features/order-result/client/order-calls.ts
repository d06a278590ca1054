import { type Answer, callApi } from '#app/platform/client-state/api-call.ts';

import type { CorrectedOrder, OrderState } from '../schema.ts';

export function fetchOrder(orderId: string): Promise<Answer<OrderState>> {
  return callApi(`/api/orders/${encodeURIComponent(orderId)}`);
}

export function resendMail(orderId: string): Promise<Answer<null>> {
  return callApi(`/api/orders/${encodeURIComponent(orderId)}/resend`, { method: 'POST' });
}

export function postAddress(orderId: string, email: string): Promise<Answer<CorrectedOrder>> {
  const body = JSON.stringify({ email });
  return callApi(`/api/orders/${encodeURIComponent(orderId)}/address`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

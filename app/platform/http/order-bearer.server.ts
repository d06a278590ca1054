import { isUuid } from '#app/domain/uuid.ts';

import { Refusal } from './answers/refusal.server.ts';

/** The order id is its own key: such answers, refusals too, are kept by nobody and name no referrer. */
export const BEARER_HEADERS = { 'Referrer-Policy': 'no-referrer' };

export function orderIdFrom(text: string): string {
  if (!isUuid(text)) throw new Refusal('ORDER_NOT_FOUND');
  return text.toLowerCase();
}

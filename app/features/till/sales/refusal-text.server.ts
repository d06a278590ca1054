import type { OrderRefusal } from '#app/domain/order/placing.ts';
import { REFUSALS } from '#app/domain/api-error.ts';
import { findEventForSale, menuFor } from '#app/features/events/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

/** Names what there is too little of. */
export async function explainRefusal(deps: Deps, eventId: number, refusal: OrderRefusal): Promise<string> {
  if ('items' in refusal || 'available' in refusal) {
    const event = await findEventForSale(deps.db.query, eventId);
    if (event === null) return REFUSALS.EVENT_NOT_FOUND.message;
    if ('available' in refusal) return shortageText(event.title, refusal.available);
    const dishes = menuFor('public', event).sections.flatMap(({ items }) => items);
    const lacking = new Map(refusal.items.map(({ itemId, available }) => [itemId, available]));
    return [...lacking].map(([itemId, available]) => shortageText(dishes.find(({ id }) => id === itemId)?.name ?? 'Un plat', available)).join('. ');
  }
  if (refusal.code === 'PRICE_CHANGED') return `Els preus han canviat: ara són ${formatEuros(refusal.total)}. Torna a cobrar.`;
  if (refusal.code === 'IDEMPOTENCY_KEY_REUSED') return "Esta venda ja s'ha fet. Mira-la baix abans de tornar a cobrar.";
  return 'message' in refusal && refusal.message !== undefined ? refusal.message : REFUSALS[refusal.code].message;
}

function shortageText(name: string, available: number): string {
  if (available === 0) return `«${name}» s'ha esgotat`;
  return available === 1 ? `De «${name}» només en queda 1` : `De «${name}» només en queden ${available}`;
}

import type { Menu } from '#app/domain/menu.ts';
import { cents } from '#app/domain/money.ts';
import type { Role } from '#app/domain/roles.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

/** What the order and checkout screens are about: an event at the viewer's own prices. */
export interface EventForOrder {
  event: EventDetail;
  viewer: Viewer;
  /** How long the payment page stays open. */
  payingMs: number;
}

export interface Viewer {
  role: Role;
  /** null for a guest. */
  account: { email: string; name: string } | null;
}

export function menuOf(event: EventDetail): Menu {
  return { referencePrice: cents(event.price), sections: event.sections, options: event.options };
}

export function countTickets(quantity: number): string {
  return quantity === 1 ? '1 tiquet' : `${quantity} tiquets`;
}

/** What happens to the tickets between the confirmation and the payment. */
export function holdText(payingMs: number): string {
  const minutes = Math.floor(payingMs / 60_000);
  if (minutes < 1) return 'Et guardem els tiquets mentre pagues.';
  return `Et guardem els tiquets mentre pagues: tindràs ${minutes === 1 ? '1 minut' : `${minutes} minuts`}.`;
}

import type { Menu } from '#app/domain/menu.ts';
import { cents } from '#app/domain/money.ts';
import type { Role } from '#app/domain/roles.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

/** What the order and checkout screens are about: an event at the viewer's own prices. */
export interface EventForOrder {
  event: EventDetail;
  viewer: Viewer;
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

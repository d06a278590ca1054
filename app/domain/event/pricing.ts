import { type Cents, cents, NOTHING, sumCents } from '../money.ts';
import type { Role } from '../people/roles.ts';

/** The three prices of a dish or extra, and the generic one they fall back to. All in cents, null when not set. */
export interface PriceTag {
  pricePublic: number | null;
  priceMember: number | null;
  priceCommission: number | null;
  price: number | null;
}

/**
 * What a role pays (spec §6): own price, else the public one, else the generic one; admins pay nothing.
 * An item without any price can't be saved, so falling through is a bug, not a gift.
 */
export function priceFor(role: Role, tag: PriceTag): Cents {
  if (role === 'admin') return NOTHING;
  const own = role === 'socio' ? tag.priceMember : role === 'comision' ? tag.priceCommission : tag.pricePublic;
  const price = own ?? tag.pricePublic ?? tag.price;
  if (price === null) throw new RangeError('an item has no price');
  return cents(price);
}

/** A ticket costs what was chosen; an event with no menu and no extras costs its reference price (members alike, admins 0). */
export function ticketPrice(facts: {
  role: Role;
  chosenPrices: readonly Cents[];
  eventHasChoices: boolean;
  referencePrice: Cents;
}): Cents {
  if (facts.role === 'admin') return NOTHING;
  return facts.eventHasChoices ? sumCents(facts.chosenPrices) : facts.referencePrice;
}

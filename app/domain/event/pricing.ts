import { type Cents, cents, NOTHING, sumCents } from '../money.ts';
import type { Role } from '../people/roles.ts';

export interface PriceTag {
  pricePublic: number | null;
  priceMember: number | null;
  priceCommission: number | null;
  price: number | null;
}

/** Spec §6. Null throughout is a bug, since an item without any price can't be saved. */
export function priceFor(role: Role, tag: PriceTag): Cents {
  if (role === 'admin') return NOTHING;
  const own = role === 'socio' ? tag.priceMember : role === 'comision' ? tag.priceCommission : tag.pricePublic;
  const price = own ?? tag.pricePublic ?? tag.price;
  if (price === null) throw new RangeError('an item has no price');
  return cents(price);
}

/** Without menu and extras it costs the reference price, members alike, admins 0. */
export function ticketPrice(facts: {
  role: Role;
  chosenPrices: readonly Cents[];
  eventHasChoices: boolean;
  referencePrice: Cents;
}): Cents {
  if (facts.role === 'admin') return NOTHING;
  return facts.eventHasChoices ? sumCents(facts.chosenPrices) : facts.referencePrice;
}

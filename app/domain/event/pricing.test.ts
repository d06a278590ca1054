import { expect, test } from 'vitest';

import { cents } from '../money.ts';
import { type PriceTag, priceFor, ticketPrice } from './pricing.ts';
import { ROLES } from '../people/roles.ts';

const ALL: PriceTag = { pricePublic: 1400, priceMember: 1200, priceCommission: 1000, price: 900 };

/** [public, socio, comision, admin] */
function prices(tag: Partial<PriceTag>): number[] {
  const none = { pricePublic: null, priceMember: null, priceCommission: null, price: null };
  return ROLES.map((role) => priceFor(role, { ...none, ...tag }));
}

test.each<[string, Partial<PriceTag>, number[]]>([
  ['with all its prices costs each role its own', ALL, [1400, 1200, 1000, 0]],
  ['without a member price costs members what the public pays', { ...ALL, priceMember: null }, [1400, 1400, 1000, 0]],
  ['without a committee price costs the committee what the public pays, not what members pay', { ...ALL, priceCommission: null }, [1400, 1200, 1400, 0]],
  ['without a public price costs the public the generic price', { ...ALL, pricePublic: null }, [900, 1200, 1000, 0]],
  ['with a generic price alone costs everybody that', { price: 900 }, [900, 900, 900, 0]],
  ['that is free for members is free, and does not fall through to the public price', { ...ALL, priceMember: 0 }, [1400, 0, 1000, 0]],
  ['that is free for the public is free for whoever has no price of their own', { pricePublic: 0, price: 900 }, [0, 0, 0, 0]],
])('a dish %s', (_what, tag, expected) => {
  expect(prices(tag)).toEqual(expected);
});

test('a dish without any price is a mistake, never a gift', () => {
  expect(() => priceFor('public', { pricePublic: null, priceMember: 1200, priceCommission: null, price: null })).toThrow('an item has no price');
});

test('a ticket costs what was chosen and not the reference price', () => {
  const facts = { chosenPrices: [cents(1400), cents(250)], eventHasChoices: true, referencePrice: cents(1800) };
  expect(ROLES.map((role) => ticketPrice({ ...facts, role }))).toEqual([1650, 1650, 1650, 0]);
});

test('where nothing can be chosen a ticket costs the reference price, to members too', () => {
  const facts = { chosenPrices: [], eventHasChoices: false, referencePrice: cents(600) };
  expect(ROLES.map((role) => ticketPrice({ ...facts, role }))).toEqual([600, 600, 600, 0]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';

import type { Menu, Selection } from '../event/menu.ts';
import { NEED_CODES } from '../food/needs.ts';
import { cents } from '../money.ts';
import { VOUCHER_NOTHING_OFF_TEXT, VOUCHER_OVER_TEXT, type VoucherTerms } from '../vouchers/voucher.ts';
import { CAP_TEXTS } from './caps.ts';
import type { ChargeLimits } from './charge-limits.ts';
import { decideOrder, type NotPlaced, type PriceRules, refusalOf } from './placing.ts';
import type { Role, Visibility } from '../people/roles.ts';
import type { SaleFacts } from '../event/sale.ts';

const EVENT: SaleFacts & { visibility: Visibility } = {
  date: '2027-06-01',
  time: '21:00',
  saleStart: null as Date | null,
  saleEndDate: '2027-05-20',
  maxTickets: 100,
  sold: 0,
  visibility: 'public',
};
const MENU: Menu = {
  referencePrice: cents(1800),
  sections: [{ id: 'main', name: 'Plat', required: true, maxSelection: 1, items: [{ id: 'paella', name: 'Paella', emoji: '🥘', price: 1400, remaining: null }] }],
  options: [],
};
const PAELLA: Selection = { sections: { main: ['paella'] }, options: [] };
const PAYABLE: ChargeLimits = { smallest: cents(50), largest: cents(99_999_999) };
const ANY_SUM: ChargeLimits = { smallest: cents(1), largest: cents(Number.MAX_SAFE_INTEGER) };
const BEFORE = new Date('2027-05-01T10:00:00Z');
const AFTER = new Date('2027-05-20T22:00:00Z');

interface Request {
  event?: Partial<typeof EVENT>;
  role?: Role;
  now?: Date;
  tickets?: Selection[];
  expectedTotal?: number;
}

function decide({ event, role = 'public', now = BEFORE, tickets = [PAELLA], expectedTotal }: Request): ReturnType<typeof decideOrder> {
  return decideOrder({ event: { ...EVENT, ...event }, menu: MENU, role, now, chargeLimits: PAYABLE }, { tickets, expectedTotal });
}

function times(count: number): Selection[] {
  return Array.from({ length: count }, () => PAELLA);
}

test('tickets are planned at the sum of their prices', () => {
  expect(decide({ tickets: times(3), expectedTotal: 4200 })).toMatchObject({ total: 4200, tickets: [{ price: 1400 }, { price: 1400 }, { price: 1400 }] });
});

test('the total of any cart is the sum of what was chosen, to the cent', () => {
  const price = fc.integer({ min: 0, max: 100_000 });
  const cart = fc.record({ dishes: fc.array(price, { minLength: 1, maxLength: 5 }), extras: fc.array(price, { maxLength: 5 }), tickets: fc.array(fc.tuple(fc.nat(), fc.array(fc.nat(), { maxLength: 5 })), { minLength: 1, maxLength: 20 }) });
  const runs = 10_000;
  let off = 0;
  fc.assert(
    fc.property(cart, ({ dishes, extras, tickets }) => {
      const choice = (id: string) => (price: number, index: number) => ({ id: `${id}${index}`, name: id, emoji: '🍽️', price: cents(price), remaining: null });
      const menu: Menu = { ...MENU, sections: [{ ...MENU.sections[0]!, items: dishes.map(choice('dish')) }], options: extras.map(choice('extra')) };
      const chosen = tickets.map(([dish, more]) => ({ dish: dish % dishes.length, extras: extras.length === 0 ? [] : [...new Set(more.map((index) => index % extras.length))] }));
      const exact = chosen.reduce((sum, one) => sum + BigInt(dishes[one.dish]!) + one.extras.reduce((rest, index) => rest + BigInt(extras[index]!), 0n), 0n);
      const selections = chosen.map((one) => ({ sections: { main: [`dish${one.dish}`] }, options: one.extras.map((index) => `extra${index}`) }));
      const plan = decideOrder({ event: EVENT, menu, role: 'public', now: BEFORE, chargeLimits: ANY_SUM }, { tickets: selections });
      if (!('total' in plan) || BigInt(plan.total) !== exact) off += 1;
      expect(plan).toMatchObject({ tickets: { length: chosen.length }, total: Number(exact) });
    }),
    { numRuns: runs, seed: 28 },
  );
  figure('B28 carts whose total is off', `${off} of ${runs}`);
});

test.each([
  [0, { total: 0, tickets: [{ price: 0 }] }],
  [1, { code: 'TOTAL_TOO_SMALL', total: 1 }],
  [49, { code: 'TOTAL_TOO_SMALL', total: 49 }],
  [50, { total: 50, tickets: [{ price: 50 }] }],
  [99_999_999, { total: 99_999_999, tickets: [{ price: 99_999_999 }] }],
  [100_000_000, { code: 'TOTAL_TOO_LARGE', total: 100_000_000 }],
])('a total of %i cents is sold only if it can be paid', (price, decided) => {
  const menu: Menu = { ...MENU, sections: [{ ...MENU.sections[0]!, items: [{ id: 'paella', name: 'Paella', emoji: '🥘', price: cents(price), remaining: null }] }] };
  expect(decideOrder({ event: EVENT, menu, role: 'public', now: BEFORE, chargeLimits: PAYABLE }, { tickets: [PAELLA] })).toMatchObject(decided);
});

test('an order holds twenty tickets and not one more', () => {
  expect(decide({ tickets: times(20) })).toMatchObject({ total: 28_000 });
  expect(decide({ tickets: times(21) })).toEqual({ code: 'TOO_MANY_TICKETS' });
});

test('an event that is hidden from somebody does not exist for them', () => {
  expect(decide({ event: { visibility: 'socio' } })).toEqual({ code: 'EVENT_NOT_FOUND' });
  expect(decide({ event: { visibility: 'comision' }, role: 'socio' })).toEqual({ code: 'EVENT_NOT_FOUND' });
  expect(decide({ event: { visibility: 'socio' }, role: 'socio' })).toMatchObject({ total: 1400 });
});

test('a closed sale says on which day it closed, where it had a last day', () => {
  expect(decide({ now: AFTER })).toEqual({ code: 'SALES_CLOSED', saleEndDate: '2027-05-20' });
  expect(decide({ now: new Date('2027-06-01T17:00:00Z'), event: { saleEndDate: null } })).toEqual({ code: 'SALES_CLOSED' });
});

test('the box office still hands out tickets after the sale has closed', () => {
  expect(decide({ now: AFTER, role: 'admin' })).toMatchObject({ total: 0 });
});

test('at the till somebody decides whom to sell to, before the sale, after it and of hidden events, at the price of who buys', () => {
  const event = { ...EVENT, visibility: 'comision' as const };
  const atTill = (now: Date, more: Partial<typeof EVENT> = {}) => decideOrder({ event: { ...event, ...more }, menu: MENU, role: 'public', now, chargeLimits: null, atTill: true }, { tickets: [PAELLA] });
  expect(atTill(BEFORE)).toMatchObject({ total: 1400 });
  expect(atTill(BEFORE, { saleStart: AFTER })).toMatchObject({ total: 1400 });
  expect(atTill(AFTER)).toMatchObject({ total: 1400 });
});

test.each([1, 100_000_000])('where no provider takes the money, a total of %i cents is no matter', (price) => {
  const menu: Menu = { ...MENU, sections: [{ ...MENU.sections[0]!, items: [{ ...MENU.sections[0]!.items[0]!, price }] }] };
  expect(decideOrder({ event: EVENT, menu, role: 'public', now: BEFORE, chargeLimits: null, atTill: true }, { tickets: [PAELLA] })).toMatchObject({ total: price });
});

test('an order of no tickets costs nothing', () => {
  expect(decide({ tickets: [] })).toEqual({ tickets: [], total: 0, discount: 0, reduced: 0 });
});

test('a refusal of the menu says which ticket it is about', () => {
  const empty: Selection = { sections: {}, options: [] };
  expect(decide({ tickets: [PAELLA, empty] })).toEqual({ code: 'INVALID_SELECTION', message: 'Ticket 2: Falta triar «Plat».' });
});

test('a total that is not ours is answered with ours', () => {
  expect(decide({ expectedTotal: 1399 })).toEqual({ code: 'PRICE_CHANGED', total: 1400 });
  expect(decide({ expectedTotal: 0 })).toEqual({ code: 'PRICE_CHANGED', total: 1400 });
  expect(decide({ expectedTotal: 1400, role: 'admin' })).toEqual({ code: 'PRICE_CHANGED', total: 0 });
});

test('of several reasons the first in this order is told: hidden, too many, closed, menu, price', () => {
  const wrong: Request = { event: { visibility: 'socio' }, now: AFTER, tickets: times(21).map(() => ({ sections: {}, options: [] })), expectedTotal: 1 };
  expect(decide(wrong)).toMatchObject({ code: 'EVENT_NOT_FOUND' });
  expect(decide({ ...wrong, event: {} })).toMatchObject({ code: 'TOO_MANY_TICKETS' });
  expect(decide({ ...wrong, event: {}, tickets: [{ sections: {}, options: [] }] })).toMatchObject({ code: 'SALES_CLOSED' });
  expect(decide({ ...wrong, event: {}, now: BEFORE, tickets: [{ sections: {}, options: [] }] })).toMatchObject({ code: 'INVALID_SELECTION' });
  expect(decide({ ...wrong, event: {}, now: BEFORE, tickets: [PAELLA] })).toMatchObject({ code: 'PRICE_CHANGED' });
});

test('the stock that was read is only looked at, because the promise is made by the write', () => {
  expect(decide({ event: { sold: 100 } })).toMatchObject({ total: 1400 });
});

function refusal(result: NotPlaced, { event = {}, quantity = 2 }: { event?: Partial<SaleFacts>; quantity?: number } = {}): ReturnType<typeof refusalOf> {
  const plan = decide({ tickets: times(quantity) });
  if ('code' in plan) throw new Error(plan.code);
  return refusalOf(result, { event: { ...EVENT, ...event }, ...plan });
}

test.each<[remaining: number | null, quantity: number, code: string]>([
  [1, 2, 'INSUFFICIENT_TICKETS'],
  [2, 2, 'TICKETS_SOLD_OUT_DURING_PROCESSING'],
  [3, 2, 'TICKETS_SOLD_OUT_DURING_PROCESSING'],
  [null, 20, 'TICKETS_SOLD_OUT_DURING_PROCESSING'],
])('with %s left when %i were wanted, the buyer reads %s', (remaining, quantity, code) => {
  const event = remaining === null ? { maxTickets: null, sold: 1_000_000 } : { sold: 100 - remaining };
  expect(refusal({ outcome: 'insufficient', available: 1 }, { event, quantity })).toEqual({ code, requested: quantity, available: 1 });
});

test.each<[NotPlaced, object]>([
  [{ outcome: 'event_changed' }, { code: 'EVENT_NOT_AVAILABLE' }],
  [{ outcome: 'key_reused' }, { code: 'IDEMPOTENCY_KEY_REUSED' }],
  [{ outcome: 'duplicate_number' }, { code: 'DUPLICATE_ORDER_NUMBER' }],
  [{ outcome: 'too_many_holds' }, { code: 'TOO_MANY_HOLDS' }],
  [{ outcome: 'too_many_of_network' }, { code: 'TOO_MANY_HOLDS', limit: 'network', message: CAP_TEXTS.network }],
  [{ outcome: 'too_many_free' }, { code: 'TOO_MANY_HOLDS', limit: 'free', message: CAP_TEXTS.free }],
  [{ outcome: 'too_many_an_hour', retryAfterSeconds: 90 }, { code: 'RATE_LIMITED', retryAfterSeconds: 90 }],
  [{ outcome: 'quota_changed' }, { code: 'PRICE_CHANGED', total: 2800 }],
  [{ outcome: 'voucher_used_up' }, { code: 'VOUCHER_USED_UP' }],
  [{ outcome: 'voucher_ended' }, { code: 'VOUCHER_NOT_APPLICABLE', message: VOUCHER_OVER_TEXT }],
])('an order that was not placed says why: %o', (result, expected) => {
  expect(refusal(result)).toEqual(expected);
});

test('nobody but the box office buys before the sale begins, and the day is told', () => {
  const event = { saleStart: new Date('2027-05-02T08:00:00Z') };
  expect(decide({ event })).toEqual({ code: 'SALES_CLOSED', saleStart: '2027-05-02T08:00:00.000Z', message: 'Venda oberta des del 2 de maig, 2027 a les 10:00' });
  expect(decide({ event, role: 'admin' })).toMatchObject({ total: 0 });
  expect(decide({ event, now: event.saleStart })).toMatchObject({ total: 1400 });
});

const priced = (price: number): Menu => ({ ...MENU, sections: [{ ...MENU.sections[0]!, items: [{ ...MENU.sections[0]!.items[0]!, price: cents(price) }] }] });
const PRICES: Record<Role, number> = { public: 1400, socio: 1200, comision: 1000, admin: 0 };

function decideWith(rules: Partial<PriceRules>, { role = 'socio', count = 3, expectedTotal }: { role?: Role; count?: number; expectedTotal?: number } = {}): ReturnType<typeof decideOrder> {
  const all: PriceRules = { menuAs: (other) => priced(PRICES[other]), quotaLeft: null, voucher: null, ...rules };
  return decideOrder({ event: EVENT, menu: priced(PRICES[role]), role, now: BEFORE, chargeLimits: PAYABLE, rules: all }, { tickets: times(count), expectedTotal });
}

describe('an order of an account with a quota, or with a code', () => {
  const percent = (value: number, more: Partial<VoucherTerms> = {}): VoucherTerms => ({ worth: { kind: 'percent', percent: value }, ticketLimit: null, combines: false, ...more });

  test('costs the public price beyond the quota', () => {
    expect(decideWith({ quotaLeft: 2 })).toMatchObject({ total: 2 * 1200 + 1400, discount: 0, reduced: 2, tickets: [{ price: 1200, pricedAs: null }, { price: 1200, pricedAs: null }, { price: 1400, pricedAs: 'public' }] });
    expect(decideWith({ quotaLeft: 0 })).toMatchObject({ total: 3 * 1400, reduced: 0 });
    expect(decideWith({ quotaLeft: 2, menuAs: null })).toMatchObject({ total: 3 * 1200 });
    expect(decideWith({})).toMatchObject({ total: 3 * 1200, reduced: 0 });
  });

  test('costs what the code leaves of the public price, or the reduced one where that is better', () => {
    expect(decideWith({ voucher: percent(50) })).toMatchObject({ total: 3 * 700, discount: 3 * 500, tickets: [{ price: 700, discount: 500 }, {}, {}] });
    expect(decideWith({ voucher: percent(50, { combines: true }) })).toMatchObject({ total: 3 * 600, discount: 3 * 600 });
    expect(decideWith({ voucher: percent(50) }, { role: 'public' })).toMatchObject({ total: 3 * 700, discount: 3 * 700 });
    expect(decideWith({ quotaLeft: 1, voucher: percent(50) }, { count: 2 })).toMatchObject({ total: 2 * 700, discount: 500 + 700, reduced: 1 });
  });

  test("costs the code's category, and says so where that is no less", () => {
    const ofCommittee: VoucherTerms = percent(0, { worth: { kind: 'category', category: 'comision' } });
    expect(decideWith({ voucher: ofCommittee })).toMatchObject({ total: 3 * 1000, discount: 3 * 200 });
    expect(decideWith({ voucher: ofCommittee }, { role: 'public', count: 1 })).toMatchObject({ total: 1000, discount: 400 });
    expect(decideWith({ voucher: ofCommittee }, { role: 'comision' })).toEqual({ code: 'VOUCHER_NOT_APPLICABLE', message: VOUCHER_NOTHING_OFF_TEXT });
    expect(decideWith({ voucher: percent(10) })).toEqual({ code: 'VOUCHER_NOT_APPLICABLE', message: VOUCHER_NOTHING_OFF_TEXT });
  });

  test('pays the whole where the code only opens an event', () => {
    expect(decideWith({ voucher: percent(0, { worth: { kind: 'unlock' } }) })).toMatchObject({ total: 3 * 1200, discount: 0 });
  });

  test('keeps its own prices where the menu of another category lacks what was chosen', () => {
    expect(decideWith({ voucher: percent(50), menuAs: () => ({ ...MENU, sections: [] }) })).toMatchObject({ total: 3 * 600, discount: 3 * 600 });
  });

  test('is told another total than the one that it saw', () => {
    expect(decideWith({ voucher: percent(50) }, { expectedTotal: 3600 })).toEqual({ code: 'PRICE_CHANGED', total: 2100 });
  });
});

test('needs without their consent are told as such, and lacking dishes by their name', () => {
  expect(decide({ tickets: [PAELLA, { ...PAELLA, needs: { codes: NEED_CODES.slice(0, 1) } }] })).toEqual({ code: 'CONSENT_REQUIRED', message: expect.stringMatching(/^Ticket 2: /) });
  const items = [{ ticket: 1, sectionId: 'main', itemId: 'paella', available: 0 }];
  expect(refusal({ outcome: 'dishes_lacking', items })).toEqual({ code: 'ITEM_SOLD_OUT', items, message: "Ticket 2: «Paella» s'ha esgotat." });
});

test('a sale without a beginning has begun, whatever the clock says', () => {
  expect(decide({ now: new Date('1960-01-01T00:00:00Z') })).toMatchObject({ total: 1400 });
});

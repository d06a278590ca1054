import { describe, expect, test } from 'vitest';

import { cents } from '../money.ts';
import { keepsReducedPrice } from '../order/member-quota.ts';
import { type TicketPrices, voucherDiscounts } from './reckoning.ts';
import { voucherProblems, tidyVoucher, type VoucherDraft } from './voucher-draft.ts';
import { parseVoucherCode, parseVoucherLabel, voucherLabel } from './voucher-code.ts';
import { voucherText, type VoucherTerms, voucherWindowProblem } from './voucher.ts';

const sold = (price: number, publicPrice = price, categoryPrice = price): TicketPrices => ({ price: cents(price), publicPrice: cents(publicPrice), categoryPrice: cents(categoryPrice) });
const terms = (worth: VoucherTerms['worth'], rest: Partial<VoucherTerms> = {}): VoucherTerms => ({ worth, ticketLimit: null, combines: false, ...rest });
const offTheOrder = (amount: number, rest: Partial<VoucherTerms> = {}): VoucherTerms => terms({ kind: 'amount', amount: cents(amount), per: 'order' }, rest);

describe('a code', () => {
  test.each(['MUSICS-2027', 'musics 2027', ' MUS1CS-2027 ', 'MusIcs2027'])('is compared without case, spaces, hyphens and look-alikes: %j', (typed) => {
    expect(parseVoucherCode(typed)).toBe('MUS1CS2027');
  });

  test.each(['', 'SHORT12', 'A'.repeat(25), 'MÚSICS-2027', "MUSICS'2027", '‮MUSICS2027', 'MUSICS/2027'])('%j is none', (typed) => {
    expect(parseVoucherCode(typed)).toBeNull();
  });

  test('has eight to twenty-four letters and digits, and zero is as good as O', () => {
    expect(parseVoucherCode('FALLA027')).toBe('FA11A027');
    expect(parseVoucherCode('A'.repeat(24))).toBe('A'.repeat(24));
    expect(parseVoucherCode('foc o fum')).toBeNull();
    expect(parseVoucherCode('foco-fums')).toBe(parseVoucherCode('F0C0FUMS'));
  });

  test('is shown as it was chosen, or in two halves', () => {
    expect(parseVoucherLabel(' musics  2027 ')).toBe('MUSICS-2027');
    expect(voucherLabel('K7M2QXW3D5')).toBe('K7M2Q-XW3D5');
    expect(parseVoucherCode('K7M2Q-XW3D5')).toBe('K7M2QXW3D5');
  });
});

describe('what a code takes off', () => {
  test.each([
    [50, 2505, 1252],
    [10, 1205, 120],
    [33, 100, 33],
    [100, 1400, 1400],
    [1, 49, 0],
  ])('%i %% of %i cents is %i: the price is rounded half up', (percent, price, off) => {
    expect(voucherDiscounts(terms({ kind: 'percent', percent }), [sold(price)])).toEqual([off]);
  });

  test('is never more than a ticket costs', () => {
    expect(voucherDiscounts(terms({ kind: 'amount', amount: cents(1500), per: 'ticket' }), [sold(1400), sold(2000)])).toEqual([1400, 1500]);
    expect(voucherDiscounts(offTheOrder(10_000), [sold(1400), sold(0), sold(300)])).toEqual([1400, 0, 300]);
    expect(voucherDiscounts(terms({ kind: 'free' }), [sold(1400), sold(0)])).toEqual([1400, 0]);
  });

  test('an amount off the order is spread by price, to the cent', () => {
    expect(voucherDiscounts(offTheOrder(1000), [sold(1000), sold(1000), sold(1000)])).toEqual([334, 333, 333]);
    expect(voucherDiscounts(offTheOrder(500), [sold(1400), sold(700)])).toEqual([333, 167]);
  });

  test('whatever prices and amounts are, the parts add up to the whole and none is more than its ticket', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let run = 0; run < 500; run += 1) {
      const tickets = Array.from({ length: 1 + random(20) }, () => sold(random(5_000)));
      const amount = 1 + random(60_000);
      const off = voucherDiscounts(offTheOrder(amount), tickets);
      expect(off.reduce<number>((sum, one) => sum + one, 0)).toBe(Math.min(amount, tickets.reduce((sum, { price }) => sum + price, 0)));
      expect(off.every((one, at) => one >= 0 && one <= tickets[at]!.price)).toBe(true);
    }
  });

  test('is for as many tickets as the code says: those where it saves most', () => {
    expect(voucherDiscounts(terms({ kind: 'free' }, { ticketLimit: 1 }), [sold(1000), sold(1400), sold(1400)])).toEqual([0, 1400, 0]);
    expect(voucherDiscounts(offTheOrder(2000, { ticketLimit: 1 }), [sold(1000), sold(1400)])).toEqual([0, 1400]);
    expect(voucherDiscounts(terms({ kind: 'free' }, { ticketLimit: 2 }), Array.from({ length: 20 }, () => sold(900)))).toEqual([900, 900, ...Array.from({ length: 18 }, () => 0)]);
  });

  test('is the better of code and reduced price, not both, unless they combine', () => {
    const member = sold(1200, 1400);
    expect(voucherDiscounts(terms({ kind: 'percent', percent: 10 }), [member])).toEqual([0]);
    expect(voucherDiscounts(terms({ kind: 'percent', percent: 50 }), [member])).toEqual([500]);
    expect(voucherDiscounts(terms({ kind: 'percent', percent: 50 }, { combines: true }), [member])).toEqual([600]);
    expect(voucherDiscounts(offTheOrder(300), [member, sold(1400)])).toEqual([46, 54]);
    expect(voucherDiscounts(offTheOrder(300, { combines: true }), [member, sold(1400)])).toEqual([138, 162]);
    expect(voucherDiscounts(offTheOrder(1500), [sold(0, 2000), sold(2000)])).toEqual([0, 0]);
    expect(voucherDiscounts(offTheOrder(1500), [sold(1, 2000), sold(2000)])).toEqual([0, 0]);
    expect(voucherDiscounts(terms({ kind: 'free' }), [member])).toEqual([1200]);
    // What was saved on a ticket that the code is not for does not count.
    expect(voucherDiscounts(offTheOrder(300, { ticketLimit: 1 }), [sold(1400), member])).toEqual([300, 0]);
  });

  test("a category's price is no dearer than one's own", () => {
    expect(voucherDiscounts(terms({ kind: 'category', category: 'socio' }), [sold(1400, 1400, 1200), sold(1000, 1400, 1200)])).toEqual([200, 0]);
  });

  test('nothing can be taken off what costs nothing', () => {
    expect(voucherDiscounts(offTheOrder(500), [sold(0), sold(0)])).toEqual([0, 0]);
  });

  test('a key takes nothing off', () => {
    expect(voucherDiscounts(terms({ kind: 'unlock' }), [sold(1400)])).toEqual([0]);
  });
});

test('the reduced price goes to the tickets that save most, and none is lost on one that saves nothing', () => {
  const tickets = [{ reduced: 1200, full: 1400 }, { reduced: 1000, full: 1000 }, { reduced: 500, full: 1500 }, { reduced: 1200, full: 1400 }];
  expect(keepsReducedPrice(tickets, 2)).toEqual([true, false, true, false]);
  expect(keepsReducedPrice(tickets, 9)).toEqual([true, false, true, true]);
  expect(keepsReducedPrice(tickets, 0)).toEqual([false, false, false, false]);
});

test('a code is for its events and its time', () => {
  const window = { eventIds: [3], startsAt: new Date('2027-03-01T00:00:00Z'), endsAt: new Date('2027-03-10T00:00:00Z'), endedAt: null };
  const problemAt = (now: string, eventId = 3, changed = {}): string | null => voucherWindowProblem({ ...window, ...changed }, { eventId, now: new Date(now) });
  expect(problemAt('2027-03-05T00:00:00Z')).toBeNull();
  expect(problemAt('2027-03-09T23:59:59.999Z')).toBeNull();
  expect(problemAt('2027-03-10T00:00:00Z')).toBe('Este codi ja no val');
  expect(problemAt('2027-02-28T23:59:59Z')).toBe('Este codi encara no val');
  expect(problemAt('2027-03-01T00:00:00Z')).toBeNull();
  expect(problemAt('1970-01-01T00:00:00Z', 3, { startsAt: null })).toBeNull();
  expect(problemAt('2099-01-01T00:00:00Z', 3, { endsAt: null })).toBeNull();
  expect(problemAt('1960-01-01T00:00:00Z', 3, { startsAt: null, endsAt: null })).toBeNull();
  expect(problemAt('2027-03-05T00:00:00Z', 4)).toBe('Este codi no és per a este acte');
  expect(problemAt('2027-03-05T00:00:00Z', 4, { eventIds: [] })).toBeNull();
  expect(problemAt('2027-03-05T00:00:00Z', 3, { endedAt: new Date() })).toBe('Este codi ja no val');
});

test.each<[VoucherTerms, string]>([
  [terms({ kind: 'percent', percent: 20 }), 'un 20\u00a0% menys'],
  [terms({ kind: 'percent', percent: 20 }, { ticketLimit: 1 }), 'un 20\u00a0% menys, 1 tiquet'],
  [offTheOrder(250), '2,50\u00a0€ menys per comanda'],
  [terms({ kind: 'amount', amount: cents(500), per: 'ticket' }, { ticketLimit: 3 }), '5,00\u00a0€ menys per tiquet, fins a 3 tiquets'],
  [terms({ kind: 'category', category: 'socio' }), 'preu de soci'],
  [terms({ kind: 'category', category: 'comision' }), 'preu de comissió'],
  [terms({ kind: 'free' }), 'gratis'],
  [terms({ kind: 'unlock' }, { ticketLimit: 2 }), 'obri un acte amagat'],
])('a code says what it is worth: %# %j', (what, text) => {
  expect(voucherText(what)).toBe(text);
});

describe('what an admin asks for', () => {
  const draft: VoucherDraft = { kind: 'percent', value: 20, per: null, category: null, eventIds: [], uses: 1, perMailbox: null, ticketLimit: null, combines: false, startsAt: null, endsAt: null, count: 1, label: null, note: null };

  test.each<[Partial<VoucherDraft>, string[]]>([
    [{}, []],
    [{ value: 101 }, ['value']],
    [{ value: null }, ['value']],
    [{ kind: 'amount', value: null, per: null }, ['value', 'per']],
    [{ kind: 'category' }, ['category']],
    [{ kind: 'unlock' }, ['eventIds']],
    [{ label: 'curt' }, ['code']],
    [{ label: 'MUSICS-2027', count: 2 }, ['code']],
    [{ startsAt: new Date(2), endsAt: new Date(1) }, ['until']],
    [{ startsAt: new Date(2), endsAt: new Date(2) }, ['until']],
    [{ startsAt: new Date(1), endsAt: new Date(2) }, []],
    [{ endsAt: new Date(-1) }, []],
    [{ startsAt: new Date(1) }, []],
    [{ value: 0 }, ['value']],
    [{ value: 1 }, []],
    [{ value: 100 }, []],
    [{ kind: 'amount', value: 0, per: 'ticket' }, ['value']],
    [{ kind: 'amount', value: 1, per: 'order' }, []],
    [{ kind: 'category', category: 'socio', value: null }, []],
    [{ kind: 'unlock', eventIds: [3], value: null }, []],
    [{ kind: 'free', value: null }, []],
    [{ label: 'MUSICS-2027' }, []],
    [{ count: 2 }, []],
  ])('%j lacks %j', (changed, fields) => {
    const problems = voucherProblems({ ...draft, ...changed });
    expect(Object.keys(problems)).toEqual(fields);
    for (const text of Object.values(problems)) expect(text).toMatch(/^[A-Z].{10}/);
  });

  test('keeps what is of its kind', () => {
    const more = { ticketLimit: 2, combines: true, note: 'La xaranga', per: 'ticket', category: 'socio' } as const;
    expect(tidyVoucher({ ...draft, ...more })).toMatchObject({ value: 20, per: null, category: null, ticketLimit: 2, combines: true, note: 'La xaranga' });
    expect(tidyVoucher({ ...draft, ...more, kind: 'amount' })).toMatchObject({ value: 20, per: 'ticket', category: null });
    expect(tidyVoucher({ ...draft, ...more, kind: 'category' })).toMatchObject({ value: null, per: null, category: 'socio' });
  });

  test('keeps nothing of another kind', () => {
    expect(tidyVoucher({ ...draft, kind: 'free', value: 20, per: 'order', category: 'socio', note: '  ' })).toMatchObject({ value: null, per: null, category: null, note: null });
    expect(tidyVoucher({ ...draft, kind: 'unlock', ticketLimit: 2, combines: true })).toMatchObject({ ticketLimit: null, combines: false });
  });
});

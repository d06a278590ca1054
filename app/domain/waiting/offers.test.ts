import { describe, expect, test } from 'vitest';

import { chooseEntries, isSaleOn, mayWait, offerEndsAt, takesWaiters, type WaitingFacts } from './offers.ts';

describe('free places go to', () => {
  const list = (...places: number[]) => places.map((size, index) => ({ id: index + 1, places: size }));

  test.each<[what: string, places: number[], free: number | null, smallerPass: boolean, ids: number[]]>([
    ['the first entries that fit, in order', [2, 3, 1], 5, false, [1, 2]],
    ['nobody while they are too few for the first', [4, 1, 2], 3, false, []],
    ['nobody behind one that does not fit', [2, 4, 1], 5, false, [1]],
    ['smaller ones behind it where they may pass', [2, 4, 1, 2, 1], 5, true, [1, 3, 4]],
    ['nobody when there are none', [1], 0, true, []],
    ['everybody without a limit', [20, 20, 1], null, false, [1, 2, 3]],
    ['an entry that takes exactly what is left, and nobody after it', [3, 1], 3, true, [1]],
    ['nobody where nobody waits', [], 9, false, []],
  ])('%s', (_what, places, free, smallerPass, ids) => {
    expect(chooseEntries(list(...places), { free, smallerPass }).map(({ id }) => id)).toEqual(ids);
  });
});

describe('an offer lasts', () => {
  const facts = { date: '2027-06-10', time: '21:00', saleEndDate: '2027-06-05' };

  test.each<[what: string, now: string, ends: string]>([
    ['twelve hours', '2027-06-01T08:00:00Z', '2027-06-01T20:00:00.000Z'],
    ['to the end of the sale when that is sooner', '2027-06-04T21:59:00Z', '2027-06-05T09:59:00.000Z'],
    ['half an hour on the last day, from its midnight in Madrid on', '2027-06-04T22:00:00Z', '2027-06-04T22:30:00.000Z'],
    ['and never beyond the sale', '2027-06-05T21:50:00Z', '2027-06-05T22:00:00.000Z'],
  ])('%s', (_what, now, ends) => {
    expect(offerEndsAt(facts, new Date(now)).toISOString()).toBe(ends);
  });

  test('and its last day is that of the event where only its hour ends the sale', () => {
    const open = { ...facts, saleEndDate: null };
    expect(offerEndsAt(open, new Date('2027-06-09T21:59:00Z')).toISOString()).toBe('2027-06-10T09:59:00.000Z');
    expect(offerEndsAt(open, new Date('2027-06-10T16:50:00Z')).toISOString()).toBe('2027-06-10T17:00:00.000Z');
  });
});

describe('one may wait', () => {
  const facts: WaitingFacts = { date: '2027-06-10', time: '21:00', saleStart: null, saleEndDate: null, maxTickets: 10, sold: 10, waitingList: true };
  const now = new Date('2027-06-01T08:00:00Z');

  test.each<[may: boolean, what: string, change: Partial<WaitingFacts>]>([
    [true, 'for a sold-out event', {}],
    [false, 'not while there are places', { sold: 9 }],
    [false, 'not where there is no list', { waitingList: false }],
    [false, 'not for tickets that were never meant to be sold', { maxTickets: 0, sold: 0 }],
    [false, 'not before the sale', { saleStart: new Date('2027-06-02T08:00:00Z') }],
    [false, 'not after it', { saleEndDate: '2027-05-31' }],
  ])('%s: %s', (may, _what, change) => {
    expect(mayWait({ ...facts, ...change }, now)).toBe(may);
  });

  test('and a list takes names before it is sold out, from the moment the sale begins until it closes', () => {
    const open: WaitingFacts = { ...facts, sold: 0, saleStart: now, saleEndDate: '2027-06-05' };
    const closesAt = new Date('2027-06-05T22:00:00Z');
    const before = (at: Date): Date => new Date(at.getTime() - 1);
    expect([before(now), now, before(closesAt), closesAt].map((at) => takesWaiters(open, at))).toEqual([false, true, true, false]);
    expect([before(now), now, before(closesAt), closesAt].map((at) => isSaleOn(open, at))).toEqual([false, true, true, false]);
    expect(takesWaiters({ ...open, maxTickets: null }, now)).toBe(true);
    expect(takesWaiters({ ...open, waitingList: false }, now)).toBe(false);
  });
});

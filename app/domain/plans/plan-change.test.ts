import { describe, expect, test } from 'vitest';

import { type ChoiceFacts, fewestPlaces, mayChoose, movedDeadlines, overtakenDeadlines } from './plan-change.ts';

const ANNOUNCED = new Date('2027-03-01T10:00:00Z');
const PAID: ChoiceFacts = { chooseUntil: '2027-03-10', announcedAt: ANNOUNCED, startsAt: new Date('2027-03-27T20:00:00Z'), orderedAt: new Date('2027-02-01T10:00:00Z'), paidAt: new Date('2027-02-01T10:02:00Z'), returnable: 1400, chosen: null };
const MEANWHILE = new Date('2027-03-05T12:00:00Z');

describe('whoever had paid may give the tickets back', () => {
  test('until the end of the day that the admin set, and not the day after', () => {
    expect(mayChoose(PAID, new Date('2027-03-10T22:59:59Z'))).toBe(true);
    expect(mayChoose(PAID, new Date('2027-03-10T23:00:00Z'))).toBe(false);
  });

  test('also after having said that they stay, but not twice', () => {
    expect(mayChoose({ ...PAID, chosen: 'keep' }, MEANWHILE)).toBe(true);
    expect(mayChoose({ ...PAID, chosen: 'give_back' }, MEANWHILE)).toBe(false);
  });

  test('unless they ordered after the news, paid nothing, or have no ticket left that would bring money back', () => {
    for (const other of [{ orderedAt: new Date('2027-03-01T10:00:01Z') }, { paidAt: null }, { returnable: 0 }, { chooseUntil: null }]) {
      expect(mayChoose({ ...PAID, ...other }, MEANWHILE)).toBe(false);
    }
  });

  test('also who ordered before the news and paid after it', () => {
    expect(mayChoose({ ...PAID, orderedAt: new Date('2027-03-01T09:58:00Z'), paidAt: new Date('2027-03-01T10:20:00Z') }, MEANWHILE)).toBe(true);
  });

  test('only before the event begins, though that day was set', () => {
    const onItsDay = { ...PAID, chooseUntil: '2027-03-27' };
    expect(mayChoose(onItsDay, new Date('2027-03-27T19:59:59Z'))).toBe(true);
    expect(mayChoose(onItsDay, new Date('2027-03-27T20:00:00Z'))).toBe(false);
  });
});

test('an event can have no fewer places than tickets, held ones and offers; what only waits for the waiting list may go', () => {
  expect(fewestPlaces({ sold: 60, setAside: 4 })).toBe(56);
});

describe('deadlines move with their event', () => {
  const EVENT = { date: '2027-03-27', saleEndDate: '2027-03-25', kitchenDeadline: '2027-03-26T11:00:00.000Z', groupsCloseAt: null };

  test('by as many days and at the same hour of Madrid, also across the night on which clocks change', () => {
    expect(movedDeadlines(EVENT, '2027-03-30', new Date('2027-03-20T10:00:00Z'))).toEqual({ saleEndDate: '2027-03-28', kitchenDeadline: '2027-03-29T10:00:00.000Z', groupsCloseAt: null });
  });

  test('to an earlier day as well', () => {
    expect(movedDeadlines(EVENT, '2027-03-24', new Date('2027-03-20T10:00:00Z'))).toEqual({ saleEndDate: '2027-03-22', kitchenDeadline: '2027-03-23T11:00:00.000Z', groupsCloseAt: null });
  });

  test('but for those that have passed', () => {
    expect(movedDeadlines(EVENT, '2027-03-30', new Date('2027-03-26T12:00:00Z'))).toEqual({ saleEndDate: '2027-03-25', kitchenDeadline: EVENT.kitchenDeadline, groupsCloseAt: null });
  });

  test('not at all where the day stays', () => {
    const odd = { ...EVENT, kitchenDeadline: '2027-03-26T11:00:59.000Z' };
    expect(movedDeadlines(odd, EVENT.date, new Date('2027-03-20T10:00:00Z'))).toMatchObject({ kitchenDeadline: odd.kitchenDeadline });
  });

  test('and are named where they would be over at once', () => {
    const now = new Date('2027-03-20T10:00:00Z');
    const tables = { ...EVENT, groupsCloseAt: '2027-03-26T11:00:00.000Z' };
    expect(Object.keys(overtakenDeadlines(tables, movedDeadlines(tables, '2027-03-20', now), now))).toEqual(['saleEndDate', 'kitchenDeadline', 'groupsCloseAt']);
    expect(overtakenDeadlines(tables, movedDeadlines(tables, '2027-03-24', now), now)).toEqual({});
    const past = { saleEndDate: '2027-03-10', kitchenDeadline: '2027-03-19T10:00:00.000Z', groupsCloseAt: null };
    expect(overtakenDeadlines(past, past, now)).toEqual({});
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { dayInMadrid, instantInMadrid, startOfDayInMadrid } from '../time/madrid-time.ts';
import { isBeforeSale, isPastDay, remainingTickets, type SaleFacts, saleClosesAt, saleStatus, saleStatusText, whyNotOnSale } from './sale.ts';

const EVENT: SaleFacts = { date: '2027-06-01', time: '21:00', saleStart: null, saleEndDate: null, maxTickets: null, sold: 0 };

function closes(facts: Partial<SaleFacts>): string {
  return new Date(saleClosesAt({ ...EVENT, ...facts })).toISOString();
}

// The server's own zone must not matter: all of it is said in each of these.
describe.each(['UTC', 'America/New_York', 'Europe/Madrid', 'Atlantic/Canary'])('on a server in %s', (zone) => {
  const before = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  test('the zone really is another one', () => {
    expect(new Date(2027, 0, 1, 12).getHours()).toBe(12);
    expect(new Date('2027-01-01T12:00:00Z').getHours()).toBe({ UTC: 12, 'America/New_York': 7, 'Europe/Madrid': 13, 'Atlantic/Canary': 12 }[zone]);
  });

  test.each([
    ['2026-07-18', '2026-07-18T22:00:00.000Z'],
    ['2026-10-24', '2026-10-24T22:00:00.000Z'],
    // 25 hours long.
    ['2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['2027-03-19', '2027-03-19T23:00:00.000Z'],
    // 23 hours long.
    ['2027-03-28', '2027-03-28T22:00:00.000Z'],
    ['2026-12-31', '2026-12-31T23:00:00.000Z'],
    ['2028-02-29', '2028-02-29T23:00:00.000Z'],
  ])('a sale whose last day is %s closes at %s, the next midnight in Madrid', (saleEndDate, instant) => {
    expect(closes({ date: '2030-01-01', saleEndDate })).toBe(instant);
  });

  test.each([
    ['2027-06-01', '21:00', '2027-06-01T17:00:00.000Z'],
    ['2027-01-10', '00:30', '2027-01-09T21:30:00.000Z'],
    // Clocks went forward at 02:00: three hours earlier on the wall, two hours in truth.
    ['2027-03-28', '04:00', '2027-03-28T00:00:00.000Z'],
    ['2027-03-28', '03:30', '2027-03-27T23:30:00.000Z'],
    // Clocks went back at 03:00: the first 02:30 of that night.
    ['2026-10-25', '03:30', '2026-10-25T00:30:00.000Z'],
  ])('without a last day, the sale of %s at %s closes at %s, two real hours before', (date, time, instant) => {
    expect(closes({ date, time })).toBe(instant);
  });

  test('a time that happens twice means its first occurrence', () => {
    expect(new Date(instantInMadrid('2026-10-25', '02:30')).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  test('a time that never happens moves an hour later', () => {
    expect(instantInMadrid('2027-03-28', '02:30')).toBe(instantInMadrid('2027-03-28', '03:30'));
    expect(new Date(instantInMadrid('2027-03-28', '02:30')).toISOString()).toBe('2027-03-28T01:30:00.000Z');
  });

  test('nothing is sold after the event has begun, whatever its last day says', () => {
    expect(closes({ date: '2027-06-01', time: '21:00', saleEndDate: '2027-06-01' })).toBe('2027-06-01T19:00:00.000Z');
    expect(closes({ date: '2027-06-01', time: '21:00', saleEndDate: '2027-06-05' })).toBe('2027-06-01T19:00:00.000Z');
  });

  test('the last millisecond of the last day still sells, the next one does not', () => {
    const facts = { ...EVENT, date: '2026-10-30', saleEndDate: '2026-10-25' };
    expect(saleStatus(facts, new Date('2026-10-25T22:59:59.900Z'))).toBe('open');
    expect(saleStatus(facts, new Date('2026-10-25T22:59:59.999Z'))).toBe('open');
    expect(saleStatus(facts, new Date('2026-10-25T23:00:00.000Z'))).toBe('closed');
    const spring = { ...EVENT, date: '2027-04-30', saleEndDate: '2027-03-28' };
    expect(saleStatus(spring, new Date('2027-03-28T21:59:59.999Z'))).toBe('open');
    expect(saleStatus(spring, new Date('2027-03-28T22:00:00.000Z'))).toBe('closed');
  });

  test('a day in Madrid begins at its own midnight', () => {
    expect(new Date(startOfDayInMadrid('2027-03-29')).toISOString()).toBe('2027-03-28T22:00:00.000Z');
    expect(dayInMadrid(new Date('2027-03-28T21:59:59.999Z'))).toBe('2027-03-28');
    expect(dayInMadrid(new Date('2027-03-28T22:00:00.000Z'))).toBe('2027-03-29');
    expect(dayInMadrid(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
  });

  test('an event is past once its day has ended in Madrid', () => {
    expect(isPastDay('2027-06-01', new Date('2027-06-01T21:59:59Z'))).toBe(false);
    expect(isPastDay('2027-06-01', new Date('2027-06-01T22:00:00Z'))).toBe(true);
  });
});

describe('what the badge says', () => {
  const now = new Date('2027-05-01T10:00:00Z');

  test.each<[string, Partial<SaleFacts>]>([
    ["Disponible fins 1 de juny, 2027 a les 19:00", {}],
    ['Disponible fins 2 de juny, 2027 a les 00:00', { date: '2027-06-02', time: '02:00' }],
    // Sold until the last minute of that day, but for the event itself.
    ['Disponible fins 1 de juny, 2027 a les 21:00', { saleEndDate: '2027-06-01' }],
    ['Disponible fins 1 de juny, 2027 a les 00:00', { time: '00:00', saleEndDate: '2027-06-01' }],
    ['Disponible fins 31 de maig, 2027 a les 23:59', { time: '00:00', saleEndDate: '2027-05-31' }],
    ["Disponible fins 20 d'abril, 2028 a les 23:59", { date: '2028-06-01', saleEndDate: '2028-04-20' }],
    ['Venda tancada', { date: '2027-04-01' }],
    ['Venda tancada', { saleEndDate: '2027-04-30' }],
    ['Venda tancada', { saleStart: new Date('2027-04-01T08:00:00Z'), saleEndDate: '2027-04-30' }],
    ['Entrades esgotades', { maxTickets: 10, sold: 10 }],
    // A limit lowered below what was sold.
    ['Entrades esgotades', { maxTickets: 10, sold: 12 }],
    ['Entrades esgotades', { maxTickets: 0 }],
    ['Entrades esgotades', { date: '2027-04-01', maxTickets: 10, sold: 10 }],
    ['Disponible fins 1 de juny, 2027 a les 19:00', { maxTickets: 10, sold: 9 }],
  ])('is «%s» for %j', (text, facts) => {
    expect(saleStatusText({ ...EVENT, ...facts }, now)).toBe(text);
  });

  test.each<[string | null, Partial<SaleFacts>]>([
    [null, {}],
    ['Este acte ja ha passat.', { date: '2027-04-30' }],
    ["La venda s'ha tancat: es podia comprar fins 1 de maig, 2027 a les 11:00.", { date: '2027-05-01', time: '13:00' }],
    ["La venda s'ha tancat: es podia comprar fins 30 d'abril, 2027 a les 23:59.", { saleEndDate: '2027-04-30' }],
    ["La venda s'ha tancat: es podia comprar fins 30 d'abril, 2027 a les 23:59.", { saleStart: new Date('2027-04-01T08:00:00Z'), saleEndDate: '2027-04-30' }],
    ['Ja no queden entrades. Si algú en torna alguna, tornarà a estar a la venda ací.', { maxTickets: 10, sold: 10 }],
    ['És un acte sense entrades: no cal comprar res, només vindre.', { maxTickets: 0 }],
  ])('the reason for whoever came by a link is «%s» for %j', (text, facts) => {
    expect(whyNotOnSale({ ...EVENT, ...facts }, now)).toBe(text);
  });

  test('no limit leaves no number; a limit below what was sold leaves nothing', () => {
    expect(remainingTickets({ maxTickets: null, sold: 5 })).toBeNull();
    expect(remainingTickets({ maxTickets: 10, sold: 4 })).toBe(6);
    expect(remainingTickets({ maxTickets: 10, sold: 12 })).toBe(0);
  });
});

describe('a sale that begins later', () => {
  const facts = { ...EVENT, saleStart: new Date('2027-05-01T08:00:00Z') };

  test('is closed to the last millisecond before, and says since when it will be open', () => {
    const before = new Date('2027-05-01T07:59:59.999Z');
    expect([saleStatus(facts, before), saleStatusText(facts, before)]).toEqual(['closed', "Venda oberta des del 1 de maig, 2027 a les 10:00"]);
    expect(whyNotOnSale(facts, before)).toBe('Encara no està a la venda. Venda oberta des del 1 de maig, 2027 a les 10:00.');
    expect(saleStatus(facts, facts.saleStart)).toBe('open');
  });

  test('that has no tickets is sold out all the same', () => {
    expect(saleStatus({ ...facts, maxTickets: 0 }, new Date('2027-04-01T00:00:00Z'))).toBe('soldout');
  });
});

test('a sale without a beginning has begun, whatever the clock says', () => {
  expect(isBeforeSale({ saleStart: null }, new Date('1960-01-01T00:00:00Z'))).toBe(false);
});

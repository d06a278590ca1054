import { describe, expect, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';

import { addMonths, calendarView, dayMark, firstDayBeyondReach, firstDayOf, monthsBeside, nextDayAfter } from './calendar.ts';
import { dateParts, monthGrid } from '../time/dates.ts';

const TODAY = '2026-11-21';

function viewOf(query: string, today = TODAY): string {
  const search = new URLSearchParams(query);
  const { month, day } = calendarView({ month: search.get('mes'), day: search.get('dia') }, today);
  return `${month} ${day ?? '-'}`;
}

describe('what an address shows', () => {
  test.each([
    ['', '2026-11 -'],
    ['mes=2027-03', '2027-03 -'],
    ['dia=2027-03-15', '2027-03 2027-03-15'],
    // A day lies in its own month, whatever else is said.
    ['mes=2026-12&dia=2027-03-15', '2027-03 2027-03-15'],
    ['mes=2027-03&dia=2027-02-30', '2027-03 -'],
  ])('«%s» is %s', (query, view) => {
    expect(viewOf(query)).toBe(view);
  });

  test.each(['mes=', 'mes=2027', 'mes=2027-13', 'mes=2027-00', 'mes=abril', 'mes=-1', 'dia=', 'dia=2027-02-29', 'dia=0000-00-00', 'dia=%00', `mes=${'9'.repeat(10_000)}`, `dia=${'1'.repeat(10_000)}`])(
    'what is neither month nor day, such as «%.30s», is the month that it is',
    (query) => {
      expect(viewOf(query)).toBe('2026-11 -');
    },
  );

  test('a month beyond reach is the last one there is, and none of its days is chosen', () => {
    expect(viewOf('mes=9999-12')).toBe('2028-11 -');
    expect(viewOf('dia=2028-12-01')).toBe('2028-11 -');
    expect(firstDayBeyondReach(TODAY)).toBe('2028-12-01');
    expect(viewOf('dia=1000-01-01')).toBe('2024-11 -');
    expect(viewOf('dia=2024-11-01')).toBe('2024-11 2024-11-01');
  });
});

test('leafing goes month by month over the turn of a year, and ends where the calendar ends', () => {
  expect(monthsBeside('2026-12', TODAY)).toEqual({ previous: '2026-11', next: '2027-01' });
  expect(monthsBeside('2027-01', TODAY)).toEqual({ previous: '2026-12', next: '2027-02' });
  expect(monthsBeside('2028-11', TODAY)).toEqual({ previous: '2028-10', next: null });
  expect(monthsBeside('2024-11', TODAY)).toEqual({ previous: null, next: '2024-12' });
});

test('24 months leafed through, both clock changes of two years among them, show every day once', () => {
  const months = Array.from({ length: 24 }, (_, index) => addMonths('2026-10', index));
  const displayed = months.flatMap((month) => {
    const { year, month: ordinal } = dateParts(firstDayOf(month));
    return monthGrid(year, ordinal).flat().filter((day) => day !== null);
  });
  const days = Array.from({ length: 365 + 366 }, (_, index) => new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10));
  const missing = days.filter((day) => !displayed.includes(day));
  const doubled = displayed.length - new Set(displayed).size;
  figure('E14 days missing or doubled in 24 months of the calendar', `${missing.length + doubled} of ${days.length}`);
  expect({ missing, doubled, visible: displayed.length }).toEqual({ missing: [], doubled: 0, visible: days.length });
});

describe('the dot of a day', () => {
  const onSale = { hasTickets: true, available: true };
  const over = { hasTickets: true, available: false };
  const free = { hasTickets: false, available: false };

  test.each([
    ['with tickets for every event', [onSale, onSale], 'all'],
    ['with tickets for some', [over, onSale], 'some'],
    ['with tickets for none', [over, over], 'none'],
    ['with one event that has no tickets beside one on sale', [free, onSale], 'all'],
    ['with nothing that has tickets', [free], 'plain'],
    ['with nothing', [], null],
  ] as const)('%s', (_, events, mark) => {
    expect(dayMark(events)).toBe(mark);
  });
});

test.each([
  ['no day of the present month', '', '2026-11-21'],
  ['a day that has something', 'dia=2026-11-21', '2026-12-10'],
  ['a day between two', 'dia=2026-12-01', '2026-12-10'],
  ['the month that comes', 'mes=2026-12', '2026-12-10'],
  ['a month gone by', 'mes=2026-01', '2026-11-21'],
  ['the last day of all', 'dia=2027-03-19', null],
])('after %s comes the next day of the list', (_name, query, next) => {
  const search = new URLSearchParams(query);
  const view = calendarView({ month: search.get('mes'), day: search.get('dia') }, TODAY);
  expect(nextDayAfter(view, ['2026-11-21', '2026-12-10', '2027-03-19'])).toBe(next);
});

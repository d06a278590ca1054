import { describe, expect, test } from 'vitest';

import { addDays, dateParts, formatDate, formatDayAndMonth, monthGrid, monthName, parseDate, weekdayName } from './dates.ts';

/** 2027 is a common year, 2028 a leap year. */
function daysOf(year: number): string[] {
  const days: string[] = [];
  for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 1); time += 86_400_000) days.push(new Date(time).toISOString().slice(0, 10));
  return days;
}

describe.each([
  [2027, 365],
  [2028, 366],
])('each of the days of %i', (year, count) => {
  test('comes back from either writing', () => {
    const days = daysOf(year);
    expect(days).toHaveLength(count);
    for (const day of days) {
      expect(parseDate(formatDate(day))).toBe(day);
      expect(parseDate(day)).toBe(day);
    }
  });

  test('comes back from what browsers write with Intl', () => {
    const intl = new Intl.DateTimeFormat('ca', { dateStyle: 'long', timeZone: 'UTC' });
    for (const day of daysOf(year)) expect(parseDate(intl.format(new Date(`${day}T12:00:00Z`)))).toBe(day);
  });
});

test('months that begin with a vowel take d’', () => {
  expect(formatDate('2027-03-15')).toBe('15 de març, 2027');
  expect(formatDate('2027-04-01')).toBe("1 d'abril, 2027");
  expect(formatDate('2027-08-20')).toBe("20 d'agost, 2027");
  expect(formatDate('2027-10-09')).toBe("9 d'octubre, 2027");
  expect(formatDayAndMonth('2027-10-09')).toBe("9 d'octubre");
});

test.each([
  ['15 de març, 2027', '2027-03-15'],
  ['15 de març, 2027'.normalize('NFD'), '2027-03-15'],
  ['15 DE MARÇ, 2027', '2027-03-15'],
  ['15 de marc, 2027', '2027-03-15'],
  ['15 de març de 2027', '2027-03-15'],
  ['15 de març del 2027', '2027-03-15'],
  ['  15  de març,  2027 ', '2027-03-15'],
  ['1 d’abril, 2027', '2027-04-01'],
  ["01 d'abril, 2027", '2027-04-01'],
  ['29 de febrer, 2028', '2028-02-29'],
  ['2028-02-29', '2028-02-29'],
])('«%s» is %s', (text, iso) => {
  expect(parseDate(text)).toBe(iso);
});

test.each([
  '', '29 de febrer, 2027', '2027-02-29', '2100-02-29', '31 de novembre, 2027', '0 de març, 2027', '32 de març, 2027', '2027-13-01', '2027-00-10',
  '2027-3-5', '15/03/2027', '15 de marzo, 2027', '15 març 2027', '15 de març', '2027-03-15T00:00:00Z', '٢٠٢٧-٠٣-١٥', '0027-03-15',
  '2027-03-15; drop table events', '15 de març, 20270',
])('«%s» is no date', (text) => {
  expect(parseDate(text)).toBeNull();
});

test('a very long text is no date, at once', () => {
  for (const text of ['1'.repeat(100_000), ' '.repeat(100_000), `1 de ${'a'.repeat(100_000)}, 2027`, '15 de '.repeat(20_000)]) {
    expect(parseDate(text)).toBeNull();
  }
});

test('what is no date is never formatted', () => {
  for (const text of ['2027-02-29', '15 de març, 2027', '']) {
    expect(() => formatDate(text)).toThrow(RangeError);
    expect(() => dateParts(text)).toThrow(RangeError);
    expect(() => addDays(text, 1)).toThrow(RangeError);
  }
});

test('the day after is a day later across months, years and clock changes', () => {
  expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2027-03-28', 1)).toBe('2027-03-29');
  expect(addDays('2026-10-25', 1)).toBe('2026-10-26');
  expect(addDays('2027-03-01', -1)).toBe('2027-02-28');
});

test('days and months have their Catalan names', () => {
  expect(weekdayName('2027-03-19')).toBe('divendres');
  expect(weekdayName('2027-03-21')).toBe('diumenge');
  expect(weekdayName('2027-03-22')).toBe('dilluns');
  expect(monthName('2027-03-19')).toBe('març');
});

describe('the grid of a month', () => {
  const months = Array.from({ length: 24 }, (_, index) => [2026 + Math.floor((9 + index) / 12), ((9 + index) % 12) + 1] as const);

  test.each(months)('of %i-%i holds each of its days once, in weeks from Monday to Sunday', (year, month) => {
    const weeks = monthGrid(year, month);
    const expected = daysOf(year).filter((day) => dateParts(day).month === month);
    expect(weeks.flat().filter((day) => day !== null)).toEqual(expected);
    for (const week of weeks) {
      expect(week).toHaveLength(7);
      expect(week.some((day) => day !== null)).toBe(true);
      const weekdays = week.map((day) => (day === null ? null : new Date(`${day}T12:00:00Z`).getUTCDay()));
      expect(weekdays).toEqual([1, 2, 3, 4, 5, 6, 0].map((weekday, index) => (week[index] === null ? null : weekday)));
    }
  });

  test('of a month that is none is refused', () => {
    expect(() => monthGrid(2027, 13)).toThrow(RangeError);
    expect(() => monthGrid(2027, 0)).toThrow(RangeError);
  });
});

import { expect, test } from 'vitest';

import { CLOCK_ERROR_MS, type SteadyClock, steadyClock } from './steady-clock.ts';

const HOUR_MS = 3_600_000;

/** A phone whose clock can be set, and whose pages are opened and closed. */
function aPhone(at: number): { pass(milliseconds: number): void; set(clock: number): void; open(): SteadyClock } {
  const stored = new Map<string, string>();
  let [time, clock] = [0, at];
  return {
    pass(milliseconds) {
      time += milliseconds;
      clock += milliseconds;
    },
    set(to) {
      clock = to;
    },
    open() {
      const openedAt = time;
      const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) };
      return steadyClock({ clock: () => clock, sinceOpened: () => time - openedAt, storage: () => storage });
    },
  };
}

test('a clock that is set back makes nothing younger while the page is open', () => {
  const phone = aPhone(10 * HOUR_MS);
  const clock = phone.open();
  const fetchedAt = clock.now();
  phone.pass(HOUR_MS);
  expect(clock.now() - fetchedAt).toBe(HOUR_MS);
  phone.set(9 * HOUR_MS);
  phone.pass(HOUR_MS);
  expect([clock.now() - fetchedAt, clock.wasSetBack()]).toEqual([2 * HOUR_MS, false]);
});

test('the page that is opened next knows that the clock was set back, until something is fetched anew', () => {
  const phone = aPhone(10 * HOUR_MS);
  const before = phone.open();
  before.startAnew();
  phone.pass(2 * HOUR_MS);
  before.remember();
  phone.set(10.5 * HOUR_MS);
  const clock = phone.open();
  expect(clock.wasSetBack()).toBe(true);
  clock.remember();
  expect(phone.open().wasSetBack()).toBe(true);
  clock.startAnew();
  expect([clock.wasSetBack(), phone.open().wasSetBack()]).toEqual([false, false]);
});

test('a clock that was put right by seconds, and a phone that keeps nothing, are no reason to doubt', () => {
  const phone = aPhone(10 * HOUR_MS);
  phone.open().remember();
  phone.set(10 * HOUR_MS - CLOCK_ERROR_MS);
  expect(phone.open().wasSetBack()).toBe(false);
  const forbidden = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const clock = steadyClock({ clock: () => HOUR_MS, sinceOpened: () => 0, storage: forbidden });
  clock.startAnew();
  clock.remember();
  expect([clock.now(), clock.wasSetBack()]).toEqual([HOUR_MS, false]);
});

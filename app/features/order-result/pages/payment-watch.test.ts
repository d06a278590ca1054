import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ORDER_STATUSES, type OrderStatus } from '#app/domain/order/status.ts';
import { figure } from '#tests/support/reporting/counts.ts';

import { FIRST_CHECK_MS, paceOf, PAYMENT_TIMEOUT_MS, type PaymentPhase, phaseOf, pollOrder, pollSeldom } from './payment-watch.ts';

test('only a paid or completed order is a success; one still to be paid is waited for; any other has failed', () => {
  expect(ORDER_STATUSES.map((status) => [status, phaseOf(status)])).toEqual([
    ['draft', 'processing'],
    ['pending_payment', 'processing'],
    ['paid', 'success'],
    ['completed', 'success'],
    ['cancelled', 'failed'],
    ['refunded', 'failed'],
  ]);
});

test('a cancelled order is still asked about while money for it may come, which for a free one it never does', () => {
  expect(paceOf('failed', { status: 'cancelled', total: 1_400 })).toBe('seldom');
  expect(paceOf('failed', { status: 'cancelled', total: 0 })).toBe('never');
  expect(paceOf('failed', { status: 'refunded', total: 1_400 })).toBe('never');
});

const MINUTE_MS = 60_000;

/** The tab, as far as the poll looks at it. */
class Tab extends EventTarget {
  hidden = false;

  turn(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let tab: Tab;
let questions: number;
let answer: { status: OrderStatus } | 'unreachable';
let phases: PaymentPhase[];

beforeEach(() => {
  vi.useFakeTimers();
  tab = new Tab();
  questions = 0;
  answer = { status: 'pending_payment' };
  phases = [];
  vi.stubGlobal('document', tab);
  vi.stubGlobal('fetch', async () => {
    questions += 1;
    if (answer === 'unreachable') throw new TypeError('failed to fetch');
    return Response.json(answer);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(): AbortController {
  const stop = new AbortController();
  void pollOrder('6f1c0c5e-0000-4000-8000-000000000001', { firstPauseMs: FIRST_CHECK_MS, signal: stop.signal, hear: ({ phase }) => phases.push(phase) });
  return stop;
}

test('a page that waits to the end asks ninety times in its 180 s, and never again', async () => {
  begin();
  await vi.advanceTimersByTimeAsync(PAYMENT_TIMEOUT_MS + 2_000);
  expect(questions).toBe(90);
  expect(phases.at(-1)).toBe('timeout');
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(questions).toBe(90);
  figure('B24 questions of one page in 180 s', questions);
});

test('a hidden page asks nothing, and asks at once when somebody looks again', async () => {
  begin();
  await vi.advanceTimersByTimeAsync(FIRST_CHECK_MS + 4_000);
  const before = questions;
  tab.turn(true);
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  const hidden = questions - before;
  expect(hidden).toBe(0);
  tab.turn(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(questions).toBe(before + 1);
  figure('B24 questions of a hidden page in 30 min', hidden);
});

test('the time in which nobody looked does not count', async () => {
  begin();
  tab.turn(true);
  await vi.advanceTimersByTimeAsync(PAYMENT_TIMEOUT_MS);
  tab.turn(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(phases.at(-1)).toBe('processing');
});

test('an order that is settled is asked after no more', async () => {
  begin();
  await vi.advanceTimersByTimeAsync(FIRST_CHECK_MS);
  answer = { status: 'paid' };
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(phases).toEqual(['processing', 'success']);
});

test('a server that does not answer is asked again, no oftener', async () => {
  answer = 'unreachable';
  begin();
  await vi.advanceTimersByTimeAsync(PAYMENT_TIMEOUT_MS + 2_000);
  expect(questions).toBe(90);
  expect(new Set(phases)).toEqual(new Set(['processing', 'timeout']));
});

test('a page that is left asks nothing more', async () => {
  const stop = begin();
  await vi.advanceTimersByTimeAsync(FIRST_CHECK_MS);
  stop.abort();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(questions).toBe(1);
});

test('an order that the money may still reach is asked after for as long as somebody looks, more and more seldom', async () => {
  answer = { status: 'cancelled' };
  const stop = new AbortController();
  void pollSeldom('6f1c0c5e-0000-4000-8000-000000000001', { signal: stop.signal, hear: ({ phase }) => phases.push(phase) });
  const perMinute: number[] = [];
  for (let minute = 0; minute < 5; minute += 1) {
    const before = questions;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    perMinute.push(questions - before);
  }
  // At 3, 9, 21, 45, 93 and 153 s, then once a minute.
  expect(perMinute).toEqual([4, 1, 1, 1, 1]);
  tab.turn(true);
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(questions).toBe(8);
  answer = { status: 'paid' };
  tab.turn(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(phases.at(-1)).toBe('success');
  stop.abort();
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(questions).toBe(9);
});

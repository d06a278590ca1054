import { describe, expect, test } from 'vitest';

import type { OrderStatus } from './status.ts';
import { type ChargeFacts, judgeCharge } from './settling.ts';

const HOLD_ENDS = new Date('2027-03-01T12:35:00Z');
const STARTS = new Date('2027-03-16T20:00:00Z');
const IN_TIME = new Date('2027-03-01T12:10:00Z');
const TOO_LATE = new Date('2027-03-01T12:40:00Z');

function judge(input: { status?: OrderStatus; paidAt?: Date; withdrawnAt?: Date; now?: Date; holdExpiresAt?: null }) {
  const facts: ChargeFacts = {
    order: { status: input.status ?? 'pending_payment', holdExpiresAt: input.holdExpiresAt === null ? null : HOLD_ENDS },
    event: { startsAt: STARTS, withdrawnAt: input.withdrawnAt ?? null },
    paidAt: input.paidAt ?? IN_TIME,
    now: input.now ?? new Date('2027-03-01T13:00:00Z'),
  };
  const verdict = judgeCharge(facts);
  return verdict.kind === 'goes_back' ? verdict.reason : verdict.kind;
}

describe('a waiting order', () => {
  test('is paid, also when its hold is over: it still has its seats', () => {
    expect(judge({})).toBe('pays');
    expect(judge({ paidAt: TOO_LATE })).toBe('pays');
  });

  test('is paid by who paid before the event was withdrawn, whenever we hear of it', () => {
    expect(judge({ withdrawnAt: new Date(IN_TIME.getTime() + 1) })).toBe('pays');
  });

  test('gets its money back from the moment at which the event was withdrawn', () => {
    expect(judge({ withdrawnAt: IN_TIME })).toBe('event_cancelled');
    expect(judge({ withdrawnAt: new Date(IN_TIME.getTime() - 1) })).toBe('event_cancelled');
  });
});

describe('an order whose hold was released', () => {
  test('is paid while there are seats, however late', () => {
    expect(judge({ status: 'cancelled' })).toBe('pays_if_seats_left');
    expect(judge({ status: 'cancelled', paidAt: TOO_LATE })).toBe('pays_if_seats_left');
  });

  test('gets its money back once the event has begun', () => {
    expect(judge({ status: 'cancelled', now: STARTS })).toBe('late_payment');
  });

  test('of an event that was withdrawn is paid only by who paid in time for both', () => {
    const withdrawnAt = new Date('2027-03-01T12:50:00Z');
    expect(judge({ status: 'cancelled', withdrawnAt })).toBe('pays_if_seats_left');
    expect(judge({ status: 'cancelled', withdrawnAt, paidAt: TOO_LATE })).toBe('event_cancelled');
    expect(judge({ status: 'cancelled', withdrawnAt, paidAt: HOLD_ENDS })).toBe('pays_if_seats_left');
    expect(judge({ status: 'cancelled', withdrawnAt, paidAt: new Date(HOLD_ENDS.getTime() + 1) })).toBe('event_cancelled');
    expect(judge({ status: 'cancelled', withdrawnAt, holdExpiresAt: null })).toBe('event_cancelled');
    expect(judge({ status: 'cancelled', withdrawnAt, holdExpiresAt: null, paidAt: new Date('1960-01-01T00:00:00Z') })).toBe('event_cancelled');
    expect(judge({ status: 'cancelled', withdrawnAt: IN_TIME })).toBe('event_cancelled');
  });
});

test.each(['paid', 'completed'] as const)('an order that is %s needs no second charge, withdrawn event or not', (status) => {
  expect(judge({ status })).toBe('second_payment');
  expect(judge({ status, withdrawnAt: IN_TIME })).toBe('second_payment');
});

test('a draft was never for sale, so what is paid for it goes back', () => {
  expect(judge({ status: 'draft' })).toBe('late_payment');
});

test('an order that was given back is not paid again', () => {
  expect(judge({ status: 'refunded' })).toBe('late_payment');
  expect(judge({ status: 'refunded', withdrawnAt: IN_TIME })).toBe('event_cancelled');
});

import { describe, expect, test } from 'vitest';

import { EMAIL_STATUSES } from '#app/domain/order/status.ts';
import { GATHERED } from '#app/features.server.ts';

import { timelineText, toHistoryWords, whoText } from './order-words.server.ts';

const words = toHistoryWords(GATHERED);

const plain = { amount: null, ticketNumber: null };

describe('the history of an order is in words', () => {
  test.each(['tickets', 'refund', 'event_changed', 'event_withdrawn'].flatMap((kind) => EMAIL_STATUSES.map((status) => `${kind}:${status}`)))('%s', (what) => {
    expect(timelineText(words, { ...plain, what })).not.toContain(what.split(':')[0]! + ':');
    expect(timelineText(words, { ...plain, what })).not.toMatch(/[_]|sent|pending|sending|failed/);
  });

  test('what was done, to which ticket, for how much', () => {
    expect(timelineText(words, { what: 'ticket.taken', amount: 1250, ticketNumber: 'ORD-1-0001-T2' })).toMatch(/^Tiquet donat: té un codi nou · ORD-1-0001-T2 · 12,50\s€$/);
  });

  test.each([
    ['Empar', 'Empar'],
    ['user:gone', 'un compte esborrat'],
    ['pass:5f0c', 'passe de porta'],
    ['order bearer', 'comprador'],
    ['visitor:5f0c', 'comprador'],
    [null, ''],
  ])('by whom: %s', (who, text) => expect(whoText(words, who)).toBe(text));
});

import { describe, expect, test } from 'vitest';

import { bannerFor, looksLikeEmail, type RefusedOrder } from './checkout-banner.ts';

const banner = (code: RefusedOrder['code'], more: Partial<RefusedOrder> = {}, eventIsPast = false) =>
  bannerFor({ code, message: 'words of the server', ...more }, { eventIsPast });

describe('the banner of a refused order', () => {
  test.each([
    ['INSUFFICIENT_TICKETS', 'Entrades Esgotades'],
    ['TICKETS_SOLD_OUT_DURING_PROCESSING', 'Entrades Esgotades'],
    ['EVENT_NOT_FOUND', 'Esdeveniment No Trobat'],
    ['SALES_CLOSED', 'Vendes Tancades'],
    ['EVENT_NOT_AVAILABLE', 'Vendes Tancades'],
    ['EVENT_PRIVATE', 'Esdeveniment Privat'],
    ['INVALID_EMAIL', 'Email Invàlid'],
    ['PRICE_CHANGED', 'Error'],
    ['ACCOUNT_CHANGED', 'Error'],
    ['BUSY', 'Error'],
  ] as const)('%s is titled %s', (code, title) => {
    expect(banner(code).title).toBe(title);
  });

  test('a sale closed on a day that is past is an event that is over', () => {
    expect(banner('SALES_CLOSED', {}, true)).toMatchObject({ kind: 'event_expired', title: 'Esdeveniment Finalitzat' });
  });

  test('too few tickets says how many, and lets the buyer take some out rather than leave', () => {
    const few = banner('INSUFFICIENT_TICKETS', { requested: 4, available: 1 });
    expect(few).toMatchObject({ kind: 'insufficient_tickets', wayOut: 'edit_cart' });
    expect(few.text).toContain('Has demanat 4 tiquets i només en queda 1.');
    expect(banner('INSUFFICIENT_TICKETS', { requested: 4, available: 0 })).toMatchObject({ kind: 'event_soldout', wayOut: 'other_events' });
  });

  test.each(['TOTAL_TOO_SMALL', 'TOTAL_TOO_LARGE'] as const)('a total that can’t be paid (%s) leads back to the cart', (code) => {
    expect(banner(code)).toMatchObject({ title: 'Error', wayOut: 'edit_cart', text: expect.stringContaining('amb targeta') });
  });

  test('pending orders are named only where there are some; what the free tickets leave no room for leads back to the cart', () => {
    expect(banner('TOO_MANY_HOLDS')).toMatchObject({ wayOut: 'retry', text: expect.stringContaining('pendents de pagar') });
    expect(banner('TOO_MANY_HOLDS', { limit: 'free' })).toMatchObject({ wayOut: 'edit_cart', text: 'words of the server' });
    expect(banner('TOO_MANY_HOLDS', { limit: 'network' })).toMatchObject({ wayOut: 'retry', text: 'words of the server' });
  });

  test('a closed sale says until when it was open', () => {
    const textFor = (eventStart: RefusedOrder['eventStart']): string => banner('SALES_CLOSED', { saleEndDate: '2027-03-20', eventStart }).text;
    expect(textFor({ date: '2027-03-22', time: '14:00' })).toContain('fins al 20 de març, 2027 a les 23:59');
    expect(textFor({ date: '2027-03-20', time: '14:00' })).toContain('fins al 20 de març, 2027 a les 14:00');
    expect(textFor(undefined)).toContain('fins al 20 de març, 2027.');
  });

  test('what passes by itself is tried again with the same button', () => {
    for (const code of ['UNREACHABLE', 'BUSY', 'PAYMENT_UNAVAILABLE', 'INTERNAL_ERROR'] as const) expect(banner(code).wayOut).toBe('retry');
    expect(banner('RATE_LIMITED', { retryAfterSeconds: 12 }).text).toContain('espera 12 segons');
  });

  test('a code that no order is refused with, or that a newer server sends, is said in the words of the server', () => {
    expect(banner('TILL_NOT_OPEN')).toMatchObject({ title: 'Error', text: 'words of the server' });
    expect(banner('SOMETHING_NEW' as RefusedOrder['code'])).toMatchObject({ title: 'Error', text: 'words of the server' });
  });
});

test('the screen takes anything with an @ and five characters for an address', () => {
  expect(looksLikeEmail('a@b.c')).toBe(true);
  expect(looksLikeEmail('a@bc')).toBe(false);
  expect(looksLikeEmail('abcdef')).toBe(false);
});

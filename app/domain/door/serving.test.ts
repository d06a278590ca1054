import { describe, expect, test } from 'vitest';

import type { TicketAtDoor } from './admission.ts';
import { admissionTone, servingText, toServeText } from './verdict.ts';
import { decideServing, servableDishes, type Serving, SERVING_CODES } from './serving.ts';

const TICKET: TicketAtDoor = { eventId: 7, status: 'active', orderStatus: 'paid', suspended: false, outside: false };
const DISHES = servableDishes({
  menuSelection: [
    { sectionName: 'Plat', items: [{ name: 'Paella', emoji: '🥘' }] },
    { sectionName: 'Postre', items: [{ name: 'Taronja' }, { name: 'Flam' }] },
  ],
  extrasSelection: [{ name: 'Vi', emoji: '🍷' }],
});

function decide(input: { ticket?: Partial<TicketAtDoor> | null; serves?: boolean; dishes?: typeof DISHES; served?: number[]; wanted?: number[] }): Serving {
  const ticket = input.ticket === null ? null : { ...TICKET, ...input.ticket };
  return decideServing(ticket, { eventIds: [7], serves: input.serves ?? true }, { all: input.dishes ?? DISHES, served: input.served ?? [], wanted: input.wanted ?? null });
}

test('dishes have their places in the order of the menu, extras after them', () => {
  expect(DISHES.map(({ place, section, name, emoji }) => [place, section, name, emoji])).toEqual([
    [0, 'Plat', 'Paella', '🥘'],
    [1, 'Postre', 'Taronja', '🍽️'],
    [2, 'Postre', 'Flam', '🍽️'],
    [3, 'Extres', 'Vi', '🍷'],
  ]);
  expect(servableDishes({ menuSelection: 'not json', extrasSelection: null })).toEqual([]);
});

describe("at the kitchen's counter", () => {
  test.each<[string, Parameters<typeof decide>[0], Serving]>([
    ['everything that is left is given out', { served: [1] }, { code: 'VALID', places: [0, 2, 3] }],
    ['or what is asked for of it', { served: [1], wanted: [0, 1] }, { code: 'VALID', places: [0] }],
    ['nothing twice', { served: [0, 1, 2, 3] }, { code: 'ALREADY_SERVED' }],
    ['nothing twice of what is asked for', { served: [0], wanted: [0] }, { code: 'ALREADY_SERVED' }],
    ['nothing that is not on the ticket', { wanted: [9] }, { code: 'ALREADY_SERVED' }],
    ['to whoever has come in', { ticket: { status: 'used' }, wanted: [3] }, { code: 'VALID', places: [3] }],
    ['to whoever went out for a moment', { ticket: { status: 'used', outside: true }, wanted: [3] }, { code: 'VALID', places: [3] }],
    ['nothing for a ticket without dishes', { dishes: [] }, { code: 'NO_DISHES' }],
    ['nothing where the event does not serve', { serves: false }, { code: 'NO_SERVICE' }],
    ['nothing for a ticket that lets nobody in', { ticket: { suspended: true } }, { code: 'SUSPENDED' }],
    ["nothing for another event's ticket", { ticket: { eventId: 8 }, serves: false }, { code: 'OTHER_EVENT' }],
    ['nothing for no ticket', { ticket: null }, { code: 'NOT_FOUND' }],
  ])('%s', (_what, input, serving) => {
    expect(decide(input)).toEqual(serving);
  });
});

test('each answer of the counter has its words and its colour', () => {
  expect(new Set(SERVING_CODES.map((code) => servingText(code))).size).toBe(SERVING_CODES.length);
  expect(SERVING_CODES.map(admissionTone)).toEqual(['yes', 'warn', 'no', 'no']);
  expect(servingText('ALREADY_SERVED', { servedAt: '2027-03-15T20:42:10Z', door: 'Cuina' })).toBe('Ja servit a les 21:42 · Cuina');
  expect(servingText('ALREADY_SERVED', { servedAt: '2027-03-15T20:42:10Z', ownSecondsAgo: 12 })).toBe('Ja servit fa 12\u00a0s, en este dispositiu');
  expect(servingText('SERVED', { served: 1, left: 2 })).toBe('Servit: 1 plat. En queden 2 per servir');
  expect(servingText('SERVED', { served: 2, left: 1 })).toBe('Servit: 2 plats. En queda 1 per servir');
  expect(servingText('SERVED', { served: 3, left: 0 })).toBe('Servit');
  expect([toServeText(1), toServeText(2)]).toEqual(['Per servir: 1 plat', 'Per servir: 2 plats']);
});

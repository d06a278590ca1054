import { expect, test } from 'vitest';

import { dishState, placesLeftText, shortText } from './places-left.ts';

test.each([
  ['unlimited', null],
  ['many', 'En queden més de 30'],
  [2, 'En queden 2'],
  [1, 'En queda 1'],
  [0, 'Esgotat'],
] as const)('of an event with places left %s the desk says %s', (left, text) => expect(placesLeftText(left)).toBe(text));

test.each([
  ['that has no limit', { remaining: null, onList: 9, chosen: 9 }, { text: null, isOut: false, isShort: false }],
  ['of which two are left', { remaining: 2, onList: 0, chosen: 1 }, { text: 'En queden 2', isOut: false, isShort: false }],
  ['of which there are plenty', { remaining: 31, onList: 0, chosen: 0 }, { text: null, isOut: false, isShort: false }],
  ['that has run out', { remaining: 0, onList: 0, chosen: 0 }, { text: 'Esgotat', isOut: true, isShort: false }],
  ['whose last ones are in this sale', { remaining: 2, onList: 2, chosen: 0 }, { text: 'Ja els tens tots en esta venda', isOut: true, isShort: false }],
  ['of which this sale wants one too many', { remaining: 2, onList: 1, chosen: 2 }, { text: "Només en queden 2 i en esta venda n'hi ha 3", isOut: false, isShort: true }],
  ['that ran out while it was chosen', { remaining: 0, onList: 0, chosen: 1 }, { text: 'Esgotat: no en queda cap', isOut: true, isShort: true }],
])('a dish %s', (_which, places, state) => expect(dishState(places)).toEqual(state));

test('an event is short of places only when a sale wants more than there are', () => {
  expect([shortText(3, 3), shortText('many', 20), shortText('unlimited', 20)]).toEqual([null, null, null]);
  expect(shortText(1, 2)).toBe("Només en queda 1 i en esta venda n'hi ha 2");
});

import { expect, test } from 'vitest';

import { readShownEvent, shownEvent } from './shown-event.ts';

test('what a link says of an event is read as it was said', () => {
  const supper = { title: 'Sopar', image: '🥘' };
  expect(readShownEvent(shownEvent(supper))).toEqual(supper);
});

test.each([null, undefined, 'x', {}, { shownEvent: null }, { shownEvent: { title: 'Sopar' } }, { shownEvent: { title: 1, image: '🥘' } }, { orderData: {} }])('the state %j names none', (state) => {
  expect(readShownEvent(state)).toBeNull();
});

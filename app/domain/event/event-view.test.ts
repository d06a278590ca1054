import { expect, test } from 'vitest';

import { eventViewState, readEventView } from './event-view.ts';

test('what a link says of an event is read as it was said', () => {
  const supper = { title: 'Sopar', image: '🥘' };
  expect(readEventView(eventViewState(supper))).toEqual(supper);
});

test.each([null, undefined, 'x', {}, { displayedEvent: null }, { displayedEvent: { title: 'Sopar' } }, { displayedEvent: { title: 1, image: '🥘' } }, { orderData: {} }])('the state %j names none', (state) => {
  expect(readEventView(state)).toBeNull();
});

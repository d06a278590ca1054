import { expect, test } from 'vitest';

import { drawingOf } from './event-drawing.ts';

test('the emoji of an event chooses its drawing, with or without a variation selector', () => {
  expect(['🥘', '🍽️', '🍽', '🎸', '🐟', '🎭', '🔥', '📋'].map(drawingOf)).toEqual(['paella', 'plate', 'plate', 'guitar', 'boat', 'ninot', 'fire', 'papers']);
});

test('an emoji that says nothing drawn, and none at all, are fireworks', () => {
  expect(['🦄', '', '\u{fe0f}', 'AB'].map(drawingOf)).toEqual(['fireworks', 'fireworks', 'fireworks', 'fireworks']);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { colourProblems, contrastOf, parseColour, tokensOf } from './colours.ts';
import { DEFAULT_COLOURS } from './default-colours.ts';

const PAPERS = { light: ['#fff8ec', '#fffdf9', '#f8ecd9'], dark: ['#170a11', '#22121b', '#2f1a26'] };

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#ffffff', '#777777')).toBe(contrastOf('#777777', '#ffffff'));
});

test.each([
  ['#4A1028', '#4a1028'],
  ['  4a1028 ', '#4a1028'],
  ['#f80', '#ff8800'],
  ['vermell', null],
  ['#12345', null],
  ['', null],
])('%j is read as %j', (typed, colour) => {
  expect(parseColour(typed)).toBe(colour);
});

describe('colours', () => {
  test('that come with the product are readable', () => {
    expect(colourProblems(DEFAULT_COLOURS)).toEqual({});
  });

  test('are refused by name and with the contrast that they have', () => {
    expect(colourProblems({ main: '#ffd7a8', accent: '#f5a524', highlight: '#5a1a30' })).toEqual({
      main: 'El text clar damunt del color principal no es llegiria: el contrast és de 1,2 i cal 4,5 com a mínim',
      accent: 'El text dels botons no es llegiria: el contrast és de 1,9 i cal 4,5 com a mínim',
    });
    expect(colourProblems({ ...DEFAULT_COLOURS, highlight: '#5a1a30' })).toEqual({ highlight: expect.stringContaining('damunt del color principal') });
  });

  test('that are accepted leave no text pair under 4.5 in either theme', () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
    let accepted = 0;
    fc.assert(
      fc.property(colour, colour, colour, (main, accent, highlight) => {
        const colours = { main, accent, highlight };
        if (Object.keys(colourProblems(colours)).length > 0) return;
        accepted += 1;
        const { light, dark } = tokensOf(colours);
        for (const ground of PAPERS.light) for (const ink of [light['title']!, light['ember']!, light['saffron-ink']!]) expect(contrastOf(ink, ground)).toBeGreaterThanOrEqual(4.5);
        for (const ground of PAPERS.dark) for (const ink of [dark['title']!, dark['ember']!, dark['saffron-ink']!]) expect(contrastOf(ink, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(light['ember']!, light['ember-tint']!)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(light['saffron-ink']!, light['saffron-tint']!)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(dark['ember']!, dark['ember-tint']!)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(dark['saffron-ink']!, dark['saffron-tint']!)).toBeGreaterThanOrEqual(4.5);
        for (const fill of [light['ember-fill']!, light['ember-deep']!]) expect(contrastOf('#fffaf5', fill)).toBeGreaterThanOrEqual(4.5);
        for (const ground of [light['wine']!, light['night']!]) expect(contrastOf('#fff2e2', ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(light['saffron']!, light['night']!)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 4_000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

import { expect, test } from 'vitest';

import { agrees, differences, expectedAtClose, sumMoved, sumOf } from './cash-up.ts';

const EVENING = [
  { means: 'cash', sold: 14_000, paidOut: 1_400, adjusted: 0 },
  { means: 'terminal', sold: 2_800, paidOut: 0, adjusted: 0 },
] as const;

test('the float lies with the cash, and what was paid out is not there any more', () => {
  expect(expectedAtClose({ openingFloat: 5_000, takings: EVENING, moved: 0 })).toEqual({ cash: 17_600, terminal: 2_800, bizum: 0 });
});

test('what was put in or taken out changes the cash alone', () => {
  const moved = sumMoved([{ amount: 3_000 }, { amount: -10_050 }]);
  expect(expectedAtClose({ openingFloat: 5_000, takings: EVENING, moved })).toEqual({ cash: 10_550, terminal: 2_800, bizum: 0 });
});

test('a dish of another price is taken or given by the means it was settled with', () => {
  const takings = [...EVENING, { means: 'cash', sold: 0, paidOut: 0, adjusted: -400 }, { means: 'bizum', sold: 0, paidOut: 0, adjusted: 250 }] as const;
  expect(expectedAtClose({ openingFloat: 5_000, takings, moved: 0 })).toEqual({ cash: 17_200, terminal: 2_800, bizum: 250 });
});

test('a drawer may owe: more was paid out than came in', () => {
  expect(expectedAtClose({ openingFloat: 0, takings: [{ means: 'bizum', sold: 0, paidOut: 1_200, adjusted: 0 }], moved: 0 }).bizum).toBe(-1_200);
});

test.each([
  ['to the cent', { cash: 17_600, terminal: 2_800, bizum: 0 }, { cash: 0, terminal: 0, bizum: 0 }, 0],
  ['a cent too few', { cash: 17_599, terminal: 2_800, bizum: 0 }, { cash: -1, terminal: 0, bizum: 0 }, -1],
  ['a Bizum noted as a card', { cash: 17_600, terminal: 1_400, bizum: 1_400 }, { cash: 0, terminal: -1_400, bizum: 1_400 }, 0],
])('%s', (_case, counted, difference, sum) => {
  const found = differences(expectedAtClose({ openingFloat: 5_000, takings: EVENING, moved: 0 }), counted);
  expect(found).toEqual(difference);
  expect(sumOf(found)).toBe(sum);
});

test.each([
  ['nothing is missing', { cash: 0, terminal: 0, bizum: 0 }, true],
  ['a cent of cash is missing', { cash: -1, terminal: 0, bizum: 0 }, false],
  ['a Bizum was noted as a card, though the sum is right', { cash: 0, terminal: -1_400, bizum: 1_400 }, false],
  ['all three are wrong', { cash: 1, terminal: 2, bizum: 3 }, false],
])('a till agrees only where each means does: %s', (_what, difference, isRight) => {
  expect(agrees(difference)).toBe(isRight);
});

import { expect, test } from 'vitest';

import { CAP_TEXTS, ORDER_CAPS } from './caps.ts';

test('what a buyer is told of a cap is the number that is enforced, and what frees it', () => {
  expect(CAP_TEXTS.free).toContain(`${ORDER_CAPS.maxFreeTickets} per persona`);
  expect(CAP_TEXTS.network).toMatch(/reservades sense pagar.*torna-ho a provar/);
});

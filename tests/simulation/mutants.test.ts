import { expect, inject, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';

import { MUTANTS } from './mutants.ts';
import { simulate } from './year.ts';

/** Found on their first days; the others in a soak. */
const QUICK = ['believes the price of the request'];
const DAYS_OF_A_SEED = 40;
const LONGEST_SEARCH_MS = 10 * 60_000;

test('every mutant still differs from the product', () => {
  expect(Object.entries(MUTANTS).map(([name, make]) => [name, Object.keys(make()).length])).toEqual(Object.keys(MUTANTS).map((name) => [name, 1]));
});

test.each(Object.keys(MUTANTS).filter((name) => inject('soak') || QUICK.includes(name)))('a product that %s is found', async (name) => {
  const begun = performance.now();
  let found = '';
  for (let seed = 1; found === '' && performance.now() - begun < LONGEST_SEARCH_MS; seed += 1) {
    found = await simulate({ seed: String(seed), days: DAYS_OF_A_SEED, people: 12, faults: 'none', mutant: MUTANTS[name]!() }).then(() => '', String);
  }
  expect(found).toMatch(/^Difference: \d{4}-/);
  figure(`seconds until it was found that a product ${name}`, Math.round((performance.now() - begun) / 1_000));
}, 2 * LONGEST_SEARCH_MS);

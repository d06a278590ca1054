import { expect, inject, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';

import { MUTANTS } from './mutants.ts';
import { simulate } from './year.ts';

/** Found on their first days; the others in a soak. */
const QUICK = ['believes the price of the request'];
const MOST_DAYS = 40;

test.each(Object.keys(MUTANTS).filter((name) => inject('soak') || QUICK.includes(name)))('a product that %s is found', async (name) => {
  const begun = performance.now();
  await expect(simulate({ seed: '1', days: MOST_DAYS, people: 12, faults: 'none', mutant: MUTANTS[name]!() })).rejects.toThrow(/^\d{4}-/);
  figure(`seconds until it was found that a product ${name}`, Math.round((performance.now() - begun) / 1_000));
});

import { expect, inject, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';

import { coverageOf } from './coverage.ts';
import type { FaultLevel } from './faults.ts';
import { reportText } from './report.ts';
import { simulate } from './year.ts';

const { COMBOI_SIMULATE_SEEDS, COMBOI_SIMULATE_DAYS, COMBOI_SIMULATE_PEOPLE, COMBOI_SIMULATE_FAULTS, COMBOI_SIMULATE_ONLY, COMBOI_SIMULATE_THOROUGH } = process.env;
/** By `npm run simulate`, which has PostgreSQL alone. */
const isWatched = COMBOI_SIMULATE_DAYS !== undefined;
const soak = inject('soak');
const SEEDS_OF_A_SOAK = 20;
const seeds = COMBOI_SIMULATE_SEEDS?.split(',') ?? Array.from({ length: soak ? SEEDS_OF_A_SOAK : 2 }, (_, at) => String(at + 1));
const days = Number(COMBOI_SIMULATE_DAYS ?? (soak ? 365 : 4));
/** So long a life leaves nothing untried that has its actor. */
const DAYS_OF_ALL = 365;

test.each(seeds)('the days of seed %s are as the model says', async (seed) => {
  const report = await simulate({
    seed,
    days,
    people: Number(COMBOI_SIMULATE_PEOPLE ?? 12),
    faults: (COMBOI_SIMULATE_FAULTS ?? 'many') as FaultLevel,
    only: COMBOI_SIMULATE_ONLY,
    isThorough: COMBOI_SIMULATE_THOROUGH === '1',
    ownsDatabase: isWatched,
    onFailure: (failed, error) => void (isWatched && process.stderr.write(`${String(error)}\n${reportText(failed)}\n`)),
    onNight: (what) => void (isWatched && process.stderr.write(`${what}\n`)),
  });
  if (isWatched) console.log(`Seed ${seed}: ${reportText(report)}`);
  figure(`days a minute with seed ${seed}`, Math.round((days * 60_000) / report.tookMs));
  expect(report.orders).toBeGreaterThan(0);
  const { calls, actions } = coverageOf(report.calls.keys());
  const isWhole = days >= DAYS_OF_ALL && COMBOI_SIMULATE_ONLY === undefined;
  expect(isWhole ? [...calls.missing, ...actions.missing] : [], 'nobody in the simulation uses').toEqual([]);
});

test.runIf(!isWatched)('a day on which everybody of the second festival presses everything leaves the books in order', async () => {
  const { acts } = await simulate({ seed: 'everything', days: 1, people: 4, faults: 'none', isThorough: true });
  expect([...acts.keys()].filter((act) => act.includes(' presses ')).length).toBeGreaterThan(30);
});

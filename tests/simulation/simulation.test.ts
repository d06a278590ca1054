import { randomInt } from 'node:crypto';

import { expect, inject, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';

import { coverageOf } from './coverage.ts';
import type { FaultLevel } from './faults.ts';
import { reportText } from './report.ts';
import { simulate } from './year.ts';

const { COMBOI_SIMULATE_SEEDS, COMBOI_SIMULATE_DAYS, COMBOI_SIMULATE_PEOPLE, COMBOI_SIMULATE_FAULTS, COMBOI_SIMULATE_ONLY, COMBOI_SIMULATE_THOROUGH, COMBOI_SIMULATE_DRAWN } = process.env;
/** By `npm run simulate`, which has PostgreSQL alone. */
const isWatched = COMBOI_SIMULATE_DAYS !== undefined;
const soak = inject('soak');
const seeds = COMBOI_SIMULATE_SEEDS?.split(',') ?? ['1', '2'];
const days = Number(COMBOI_SIMULATE_DAYS ?? 4);
const HOUR_MS = 60 * 60_000;
const DAYS_OF_NEW_SEEDS = 60;
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
    isDrawn: COMBOI_SIMULATE_DRAWN === '1',
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

test.runIf(soak && !isWatched)('the days of new seeds are as the model says, for an hour', async () => {
  const begun = performance.now();
  let lived = 0;
  while (performance.now() - begun < HOUR_MS) {
    const seed = String(randomInt(2 ** 31));
    const report = await simulate({ seed, days: DAYS_OF_NEW_SEEDS, people: 12, faults: 'many', isDrawn: true, onFailure: (failed, error) => void process.stderr.write(`Seed ${seed}: ${String(error)}\n${reportText(failed)}\n`) });
    expect(report.orders).toBeGreaterThan(0);
    lived += report.days;
  }
  figure('days of new seeds in an hour', lived);
}, 2 * HOUR_MS);

test.runIf(!isWatched)('a day on which everybody of the second festival presses everything leaves the books in order', async () => {
  const { acts } = await simulate({ seed: 'everything', days: 1, people: 4, faults: 'none', isThorough: true });
  expect([...acts.keys()].filter((act) => act.includes(' presses ')).length).toBeGreaterThan(30);
});

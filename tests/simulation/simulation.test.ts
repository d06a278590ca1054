import { expect, test } from 'vitest';

import { simulate } from './year.ts';
import type { FaultLevel } from './world.ts';

const env = (name: string, fallback: string): string => process.env[`COMBOI_SIMULATE_${name}`] ?? fallback;

test.each(env('SEEDS', '1,2').split(','))('the days of seed %s are as the model says', async (seed) => {
  const report = await simulate({ seed, days: Number(env('DAYS', '12')), people: Number(env('PEOPLE', '12')), faults: env('FAULTS', 'many') as FaultLevel });
  console.log(seed, report.orders, 'orders', Object.fromEntries(report.acts), Object.fromEntries(report.faults));
  expect(report.orders).toBeGreaterThan(0);
});

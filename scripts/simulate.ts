import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

import { buildIfNeeded } from './build.ts';

/* `npm run simulate -- --seed 1,2 --days 365 --people 12 --faults none|some|many [--until 40] [--only "comprador 3"] [--thorough] [--drawn]`, see docs/simulation.md. */

const FAULTS = ['none', 'some', 'many'];

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    days: { type: 'string', default: '365' },
    people: { type: 'string', default: '12' },
    faults: { type: 'string', default: 'many' },
    until: { type: 'string' },
    only: { type: 'string' },
    thorough: { type: 'boolean', default: false },
    drawn: { type: 'boolean', default: false },
  },
});
const { seed, days, people, faults, until = days, only, thorough, drawn } = values;

if (!FAULTS.includes(faults) || ![days, people, until].every((count) => /^[1-9]\d*$/.test(count))) {
  console.error(`--days, --people and --until are whole numbers, --faults is one of ${FAULTS.join(', ')}.`);
  process.exitCode = 1;
} else {
  await buildIfNeeded();
  console.log(`Seed ${seed}: ${until} days of ${people} people with ${faults === 'none' ? 'no' : faults} faults`);
  const env = { COMBOI_SIMULATE_SEEDS: seed, COMBOI_SIMULATE_DAYS: String(Math.min(Number(days), Number(until))), COMBOI_SIMULATE_PEOPLE: people, COMBOI_SIMULATE_FAULTS: faults, ...(only !== undefined && { COMBOI_SIMULATE_ONLY: only }), ...(thorough && { COMBOI_SIMULATE_THOROUGH: '1' }), ...(drawn && { COMBOI_SIMULATE_DRAWN: '1' }) };
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'simulation', '--testTimeout', '0', 'tests/simulation/simulation.test.ts'], { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
}

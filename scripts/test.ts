import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FAILED_JOURNEYS } from '../tests/support/reporting/closing-line.ts';

/**
 * All tests; arguments go to Vitest. A journey that fails is played once more, its whole file on a site of its own, and is
 * named at the end whatever comes of it: two processors carry its browser, server and database, and a busy machine may
 * starve one of them. Nothing else gets a second try: stock that was oversold once is oversold.
 */
async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'comboi-test-'));
  try {
    const list = join(folder, 'failed-journeys');
    const first = await vitest(process.argv.slice(2), { [FAILED_JOURNEYS]: list });
    const journeys = await linesOf(list);
    if (first === 0 || journeys.length === 0) return first;
    console.log(`\nA second try: ${journeys.join(', ')}\n`);
    const second = await vitest(['--project', 'journeys', ...journeys]);
    console.log(`${second === 0 ? 'Passed at the second try' : 'Failed twice'}: ${journeys.join(', ')}`);
    return second;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function vitest(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(run, 'exit')) as [number | null];
  return code ?? 1;
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

process.exitCode = await main();

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeFailure, FAILED_JOURNEYS, type FailedTest } from '../tests/support/reporting/closing-line.ts';
import { seconds } from '../tests/support/reporting/durations.ts';
import { buildIfNeeded } from './build.ts';

/** `npm test`. A failed journey is repeated alone and named flaky when it passes: a busy machine may starve its browser. Nothing else gets a second try. */
async function main(): Promise<number> {
  const begun = performance.now();
  const [checked] = await Promise.all([run('npm', ['run', 'check']), buildIfNeeded()]);
  console.log(`Checks and build: ${seconds(performance.now() - begun).trim()}`);
  if (checked !== 0) return checked;
  const code = await test();
  console.log(`All of it: ${seconds(performance.now() - begun).trim()}`);
  return code;
}

async function test(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'comboi-test-'));
  try {
    const list = join(folder, 'failed-journeys');
    const first = await vitest(process.argv.slice(2), { [FAILED_JOURNEYS]: list });
    const failed = await readFailures(list);
    if (first === 0 || failed.length === 0) return first;
    const files = [...new Set(failed.map(({ file }) => file))];
    console.log(`\nA second try: ${files.join(', ')}\n`);
    const second = await vitest(['--project', 'journeys', ...files]);
    console.log(`${second === 0 ? 'Flaky, passed at the second try' : 'Failed twice'}\n  ${failed.map(describeFailure).join('\n  ')}`);
    return second;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function vitest(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], env);
}

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function readFailures(list: string): Promise<FailedTest[]> {
  const text = await readFile(list, 'utf8').catch(() => '[]');
  return JSON.parse(text) as FailedTest[];
}

process.exitCode = await main();

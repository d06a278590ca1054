import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeFailure, FAILED_JOURNEYS, type FailedTest } from '../tests/support/reporting/closing-line.ts';
import { seconds } from '../tests/support/reporting/durations.ts';
import { buildIfNeeded } from './build.ts';

const SHARED_MEMORY = '/dev/shm';
const PLENTY_BYTES = 8 * 1024 ** 3;

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
  const folder = await mkdtemp(join((await inMemory()) ?? tmpdir(), `comboi-${process.pid}-`));
  // PostgreSQL passes through it under another account.
  await chmod(folder, 0o711);
  // It ends with its tests, which hear of it themselves.
  process.on('SIGINT', () => undefined);
  try {
    const list = join(folder, 'failed-journeys');
    const first = await vitest(process.argv.slice(2), { [FAILED_JOURNEYS]: list, TMPDIR: folder });
    const failed = await readFailures(list);
    if (first === 0 || failed.length === 0) return first;
    const files = [...new Set(failed.map(({ file }) => file))];
    console.log(`\nA second try: ${files.join(', ')}\n`);
    const second = await vitest(['--project', 'journeys', ...files], { TMPDIR: folder });
    console.log(`${second === 0 ? 'Flaky, passed at the second try' : 'Failed twice'}\n  ${failed.map(describeFailure).join('\n  ')}`);
    return second;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Where a Linux machine keeps files in memory, if it has plenty: what tests write is gone with them, and disks are slow at thousands of small files. */
async function inMemory(): Promise<string | null> {
  const disk = await statfs(SHARED_MEMORY).catch(() => null);
  if (disk === null || Math.min(disk.bavail * disk.bsize, freemem()) < PLENTY_BYTES) return null;
  // Of runs that were killed.
  for (const left of await readdir(SHARED_MEMORY)) if (isOfDeadRun(left)) await rm(join(SHARED_MEMORY, left), { recursive: true, force: true });
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '');
  // Chromium is unpacked beside them, to be run.
  return mounts.split('\n').some((mount) => mount.includes(` ${SHARED_MEMORY} `) && !/\bnoexec\b/.test(mount)) ? SHARED_MEMORY : null;
}

function isOfDeadRun(folder: string): boolean {
  const [, pid] = /^comboi-(\d+)-/.exec(folder) ?? [];
  return pid !== undefined && !existsSync(`/proc/${pid}`);
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

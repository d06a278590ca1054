import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** `npm run check`: every `check:…` of package.json, as many at once as there are processors, in their order there. Each is printed when it ends. */

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  scripts: Record<string, string>;
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
const parts = Object.entries(scripts).filter(([name]) => name.startsWith('check:')).values();
const failed: string[] = [];

async function runParts(): Promise<void> {
  for (const [name, command] of parts) {
    const begun = performance.now();
    const { code, printed } = await run(command);
    console.log(`${name} (${((performance.now() - begun) / 1_000).toFixed(1)} s)${code === 0 ? '' : ' FAILED'}\n${printed.trimEnd()}`);
    if (code !== 0) failed.push(name);
  }
}

/** The compiler and the linter come from Go, which by itself takes every processor and collects garbage that nobody needs back. */
const GO = { GOMAXPROCS: '1', GOGC: '300' };

function run(command: string): Promise<{ code: number | null; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: ROOT, shell: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...GO } });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, printed }));
  });
}

await Promise.all(Array.from({ length: availableParallelism() }, runParts));
console.log(failed.length === 0 ? 'Every check passed.' : `Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { isAlive } from '#tests/support/process/child-process.ts';

const LONGEST_WAIT_MS = 180_000;
const LOOK_EVERY_MS = 200;

/** PostgreSQL's processes make sessions of their own, so no group holds them together. */
export async function postgresProcesses(folder: string): Promise<number[]> {
  const file = await readFile(join(folder, 'data/postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = Number(file.split('\n')[0]);
  if (!postmaster || !isAlive(postmaster)) return [];
  const pids = [postmaster];
  for (const entry of await readdir('/proc')) {
    const stat = /^\d+$/.test(entry) ? await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '') : '';
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster) pids.push(Number(entry));
  }
  return pids;
}

export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself when its parent did.
  }
}

export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
    if (await isSo()) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`Waited in vain for ${what}`);
}

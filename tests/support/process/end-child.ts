import { readdir, readFile } from 'node:fs/promises';

import { vi } from 'vitest';

/** Ends a child of this process, as a machine that shuts down or runs out of memory does. */
export async function endChild(script: string): Promise<void> {
  process.kill(await runningChild(script), 'SIGTERM');
}

/** The id of a child of this process, once it runs. */
export async function runningChild(script: string): Promise<number> {
  return vi.waitUntil(() => findChild(script), { timeout: 60_000 });
}

async function findChild(script: string): Promise<number | null> {
  for (const task of await readdir('/proc/self/task')) {
    const children = await readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '');
    for (const pid of children.split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes(script)) return Number(pid);
    }
  }
  return null;
}

import { readdir, readFile } from 'node:fs/promises';

import { vi } from 'vitest';

/** Ends a child of this process, as a machine that shuts down or runs out of memory does. */
export async function endChild(script: string): Promise<void> {
  const child = await vi.waitUntil(() => childRunning(script), { timeout: 60_000 });
  process.kill(child, 'SIGTERM');
}

async function childRunning(script: string): Promise<number | null> {
  for (const task of await readdir('/proc/self/task')) {
    const children = await readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '');
    for (const pid of children.split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes(script)) return Number(pid);
    }
  }
  return null;
}

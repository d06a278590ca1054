import { readFile } from 'node:fs/promises';

/** The memory of a process that is in use, in MB. */
export async function residentMb(pid: number): Promise<number> {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}

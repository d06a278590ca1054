import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { Logger } from '../log.server.ts';
import { StartRefusal } from '#app/platform/start-refusal.server.ts';

const run = promisify(execFile);

const LOOK_EVERY_MS = 40;
const IMMEDIATE_AFTER_MS = 5_000;
const KILL_AFTER_MS = 8_000;
const GIVE_UP_AFTER_MS = 15_000;

/** Only for the holder of the data folder's lock. PostgreSQL's pid file is not enough: after a reboot its number may be anybody's. */
export async function endLeftovers(cluster: Cluster, log: Logger): Promise<void> {
  let signalled: NodeJS.Signals | null = null;
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const left = await processesOf(cluster);
    if (left.length === 0) break;
    if (waited >= GIVE_UP_AFTER_MS) throw new StartRefusal(`An old PostgreSQL (process ${left[0]?.pid}) on ${cluster.folder} can't be ended.`);

    const signal = waited >= KILL_AFTER_MS ? 'SIGKILL' : waited >= IMMEDIATE_AFTER_MS ? 'SIGQUIT' : 'SIGINT';
    if (signal !== signalled) {
      log.warn({ processes: left.length, signal }, 'Ending a PostgreSQL left behind by a server that was killed');
      // Children end with their postmaster; SIGINT would only cancel their statement.
      for (const each of left) if (each.master || signal !== 'SIGINT') send(each.pid, signal);
      signalled = signal;
    }
    await pause(LOOK_EVERY_MS);
  }
  await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
}

export interface Cluster {
  folder: string;
  /** The `cluster_name`, which PostgreSQL puts into the title of each of its processes. */
  name: string;
  draftPrefix: string;
}

interface Leftover {
  pid: number;
  master: boolean;
}

async function processesOf(cluster: Cluster): Promise<Leftover[]> {
  const left: Leftover[] = [];
  for (const { pid, words } of await allProcesses()) {
    const program = basename(words[0] ?? '');
    const isMaster = /^(postgres|initdb)$/.test(program) && words.some((word) => word === cluster.folder || word.startsWith(cluster.draftPrefix));
    const isChild = words[0] === 'postgres:' && words[1] === `${cluster.name}:`;
    if (isMaster || isChild) left.push({ pid, master: isMaster });
  }
  return left;
}

async function allProcesses(): Promise<{ pid: number; words: string[] }[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-axo', 'pid=,command=']);
    return stdout.split('\n').map((line) => {
      const [pid, ...words] = line.trim().split(/\s+/);
      return { pid: Number(pid), words };
    });
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid) => {
      // Empty for zombies and ended processes. The titles of children are one string with spaces.
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const words = line.split('\0');
      return { pid: Number(pid), words: line.startsWith('postgres: ') ? (words[0] ?? '').split(' ') : words };
    }),
  );
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') {
      throw new StartRefusal(`An old PostgreSQL (process ${pid}) of this data folder is still run by another user. End it first.`);
    }
  }
}

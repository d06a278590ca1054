import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { Logger } from '../log.server.ts';
import { StartRefusal } from '#app/start-refusal.server.ts';

const run = promisify(execFile);

const LOOK_EVERY_MS = 40;
const IMMEDIATE_AFTER_MS = 5_000;
const KILL_AFTER_MS = 8_000;
const GIVE_UP_AFTER_MS = 15_000;

/**
 * Ends what a killed server left running on this cluster: a postmaster without a master, its children, a half-done
 * initdb. Only for whoever holds the lock of the data folder; then nothing alive here can belong to a living server.
 * PostgreSQL's own check of its pid file is not enough: after a restart the number may belong to anybody.
 */
export async function endLeftovers(cluster: Cluster, log: Logger): Promise<void> {
  let told: NodeJS.Signals | null = null;
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const left = await processesOf(cluster);
    if (left.length === 0) break;
    if (waited >= GIVE_UP_AFTER_MS) throw new StartRefusal(`An old PostgreSQL (process ${left[0]?.pid}) on ${cluster.folder} can't be ended.`);

    const signal = waited >= KILL_AFTER_MS ? 'SIGKILL' : waited >= IMMEDIATE_AFTER_MS ? 'SIGQUIT' : 'SIGINT';
    if (signal !== told) {
      log.warn({ processes: left.length, signal }, 'Ending a PostgreSQL left behind by a server that was killed');
      // Children follow their postmaster by themselves; a fast shutdown sent to them would only cancel a statement.
      for (const each of left) if (each.master || signal !== 'SIGINT') send(each.pid, signal);
      told = signal;
    }
    await pause(LOOK_EVERY_MS);
  }
  await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
}

export interface Cluster {
  folder: string;
  /** Stands in the title of every process of the cluster (`cluster_name`). */
  name: string;
  /** Where half-made clusters stand; their initdb is a leftover too. */
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
      // Empty for zombies and for processes that have just ended. Titles of children are one string with spaces in it.
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
    // Gone by itself in the meantime.
  }
}

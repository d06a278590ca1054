import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A program under test in a process of its own. */
export interface Child {
  pid: number;
  /** Everything it has written so far, errors included. */
  output(): string;
  /** Resolves when the output matches; rejects when the program ends first or the time is over. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  send(signal: NodeJS.Signals, to?: 'process' | 'group'): void;
  /** Resolves to its exit code, or to the name of the signal that ended it, once everything it has written is here. */
  ended: Promise<number | NodeJS.Signals | null>;
  hasEnded(): boolean;
}

const LOOK_EVERY_MS = 10;
/** What a busy machine may need to start something. */
export const TIMEOUT_MS = 120_000;

/** Programs here are started by the hundred. */
export const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/comboi/compiled');

/** Starts a program in a process group of its own, with nothing but the given environment and PATH. `stdout`: a file descriptor that gets what it writes. */
export function startChild(program: string, args: readonly string[], options: { cwd: string; env?: Record<string, string>; stdout?: number }): Child {
  const child = spawn(program, args, {
    cwd: options.cwd,
    detached: true,
    stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE: COMPILED, ...options.env },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (written += text));
  const ended = once(child, 'close').then(([code, signal]) => (code as number | null) ?? (signal as NodeJS.Signals | null));
  const pid = pidOf(child);

  return {
    pid,
    output: () => written,
    async says(pattern) {
      for (let waited = 0; waited < TIMEOUT_MS; waited += LOOK_EVERY_MS) {
        const found = written.match(pattern);
        if (found !== null) return found;
        if (hasEnded(child)) {
          await ended;
          break;
        }
        await pause(LOOK_EVERY_MS);
      }
      const last = written.match(pattern);
      if (last !== null) return last;
      throw new Error(`${hasEnded(child) ? 'The program ended' : 'Time is over'} without saying ${String(pattern)}:\n${written}`);
    },
    send(signal, to = 'process') {
      if (!hasEnded(child)) process.kill(to === 'group' ? -pid : pid, signal);
    },
    ended,
    hasEnded: () => hasEnded(child),
  };
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The program could not be started');
  return child.pid;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** A zombie, ended but not yet collected by its parent, is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

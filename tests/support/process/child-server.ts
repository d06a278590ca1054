import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { CheckpointName } from '#app/platform/adapters/checkpoint.server.ts';
import { isFree } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';

import { type Child, TIMEOUT_MS, startChild } from './child-process.ts';
import { removeDataDir, temporaryFolder } from './temporary-folder.ts';

export const ROOT = join(import.meta.dirname, '../../..');
export const NODE = join(ROOT, 'node_modules/.bin/node');

export interface ChildServer extends Child, AsyncDisposable {
  url: string;
  dataDir: string;
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | NodeJS.Signals | null>;
  /** SIGKILL to the server alone; its PostgreSQL lives on. */
  kill(): Promise<void>;
  /** SIGKILL to the server and its PostgreSQL at the same moment. */
  killWithDatabase(): Promise<void>;
  postmasterPid(): Promise<number>;
  /** Resolves when /health/ready says 200. */
  ready(): Promise<void>;
}

export interface ChildServerOptions {
  /** Given: an existing folder, which outlives this server. Else one of its own, removed with it. */
  dataDir?: string;
  port?: number;
  /** The folder of another release, built; else this one. */
  root?: string;
  env?: Record<string, string>;
  /** `build`: what was built, without asking whether it is of these sources: that costs each start half a second, and a run asked once. `node`, `npm`: as operators start it. Words: the command that runs it. */
  through?: 'build' | 'node' | 'npm' | readonly string[];
  /** Waits when it first comes to this place, says «at …» and goes on at SIGUSR2. */
  stopAt?: CheckpointName;
  /** Its clock begins at this instant. */
  startsAt?: Date;
  /** A file descriptor that gets its log. */
  stdout?: number;
  /** Further arguments, `through` node or npm. */
  args?: readonly string[];
  /** False: comes back at once, for starts that are late or refused. */
  waitUntilReady?: boolean;
}

export interface StartedServer {
  dataDir: string;
  env: Readonly<Record<string, string>>;
}

const started: StartedServer[] = [];

/** The servers that were started since it was last asked. */
export function takeStarted(): StartedServer[] {
  return started.splice(0);
}

/**
 * The server as a child process, on a free port and a folder of its own:
 * `await using server = await startServer()`.
 */
export async function startServer(options: ChildServerOptions = {}): Promise<ChildServer> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  started.push({ dataDir, env: options.env ?? {} });
  const [program, args] = commandOf(options);
  const child = startChild(program, args, { cwd: options.root ?? ROOT, ...(options.stdout !== undefined && { stdout: options.stdout }), env: { PORT: String(port), DATA_DIR: dataDir, TRUST_PROXY: '1', ...options.env } });

  const server: ChildServer = {
    ...child,
    url,
    dataDir,
    async stop() {
      child.send('SIGTERM');
      return child.ended;
    },
    async kill() {
      child.send('SIGKILL', 'group');
      await child.ended;
    },
    async killWithDatabase() {
      process.kill(await server.postmasterPid(), 'SIGKILL');
      await server.kill();
    },
    async postmasterPid() {
      const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
      return Number(pid);
    },
    async ready() {
      for (let waited = 0; waited < TIMEOUT_MS; waited += 25) {
        if (child.hasEnded()) {
          await child.ended;
          break;
        }
        if ((await statusOf(`${url}/health/ready`)) === 200) return;
        await pause(25);
      }
      throw new Error(`The server did not become ready:\n${child.output()}`);
    },
    async [Symbol.asyncDispose]() {
      await server.kill();
      if (options.dataDir === undefined) await removeDataDir(dataDir);
    },
  };
  if (options.waitUntilReady !== false) {
    await server.ready().catch(async (error: unknown) => {
      await server[Symbol.asyncDispose]();
      throw error;
    });
  }
  return server;
}

/** As `server.js` does when there is nothing to build. */
const SERVE_BUILD = ['--input-type=module', '--eval', "const { serve } = await import('./build/server/serve.js'); process.exit(await serve());"];

function commandOf({ through = 'build', stopAt, startsAt, args = [] }: ChildServerOptions): [program: string, args: readonly string[]] {
  if (typeof through === 'object') return [through[0]!, [...through.slice(1), NODE, 'server.js', ...args]];
  if (stopAt !== undefined) return [NODE, ['tests/support/process/stoppable-server.ts', stopAt, ...args]];
  if (startsAt !== undefined) return [NODE, ['tests/support/process/clocked-server.ts', startsAt.toISOString(), ...args]];
  if (through === 'build') return [NODE, SERVE_BUILD];
  return through === 'npm' ? ['npm', ['start', '--', ...args]] : [NODE, ['server.js', ...args]];
}

/** The status of a page, or null when nobody answers. */
export async function statusOf(url: string): Promise<number | null> {
  return fetch(url, { redirect: 'manual' })
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    })
    .catch(() => null);
}

const FIRST_PORT = 11_000;
const PORTS_OF_A_WORKER = 250;
const WORKERS = 40;
let lastPort = randomInt(PORTS_OF_A_WORKER);

/** Below the range from which outgoing connections take theirs, and apart from the databases and other workers: it stays free until it is used. */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + (Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS) * PORTS_OF_A_WORKER;
  for (;;) {
    lastPort = (lastPort + 1) % PORTS_OF_A_WORKER;
    const port = first + lastPort;
    if (await isFree(port)) return port;
  }
}

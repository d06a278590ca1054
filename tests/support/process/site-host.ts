import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { COMPILED } from './child-process.ts';
import { NODE, ROOT } from './child-server.ts';
import type { Command, Done, Order } from './site-host-child.ts';

export interface HostedSite {
  /** What has been printed since it began, by whichever site. */
  log(): string;
  catchUp(): Promise<void>;
  end(): Promise<void>;
}

interface Host {
  process: ChildProcess;
  printed(): string;
}

let host: Host | null = null;
let given = 0;

/** A site in the process that the sites of this worker share; it ends with its worker. */
export async function hostSite(env: Readonly<Record<string, string>>): Promise<HostedSite> {
  host ??= startHost();
  const { process: child, printed } = host;
  const port = Number(env['PORT']);
  const before = printed().length;
  await command(child, { open: env });
  return {
    log: () => printed().slice(before),
    catchUp: () => command(child, { catchUp: port }),
    end: () => command(child, { close: port }),
  };
}

function startHost(): Host {
  const child = spawn(NODE, ['tests/support/process/site-host-child.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production', NODE_COMPILE_CACHE: COMPILED },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (written += text));
  child.once('exit', () => (host = null));
  for (const handle of [child, child.stdout, child.stderr]) unref(handle);
  return { process: child, printed: () => written };
}

/** Its worker ends when it has nothing more to do. */
function unref(handle: unknown): void {
  if (typeof handle === 'object' && handle !== null && 'unref' in handle && typeof handle.unref === 'function') handle.unref();
}

async function command(child: ChildProcess, what: Command): Promise<void> {
  const id = (given += 1);
  const answered = new AbortController();
  const gone = once(child, 'exit', { signal: answered.signal }).then(() => {
    throw new Error('The process of the sites has ended');
  });
  gone.catch(() => undefined);
  const done = (async (): Promise<void> => {
    for (;;) {
      const [answer] = (await once(child, 'message', { signal: answered.signal })) as [Done];
      if (answer.id !== id) continue;
      if ('problem' in answer) throw new Error(answer.problem);
      return;
    }
  })();
  try {
    child.channel?.ref();
    child.send({ ...what, id } satisfies Order);
    await Promise.race([done, gone]);
  } finally {
    child.channel?.unref();
    answered.abort();
  }
}

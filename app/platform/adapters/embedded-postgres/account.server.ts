import { execFile, type SpawnOptions } from 'node:child_process';
import { promisify } from 'node:util';

import { StartRefusal } from '#app/platform/start-refusal.server.ts';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. `namespace`: root under another name in a user namespace, where root may not become another user. */
export type Account = { kind: 'self' } | { kind: 'user'; name: string; uid: number; gid: number } | { kind: 'namespace' };

/** No locale, no PG* variable and no secret of ours may reach PostgreSQL. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
const NAMESPACE_USER = 1000;

export function commandAs(
  account: Account,
  program: string,
  args: readonly string[],
): { program: string; args: string[]; options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> & { cwd: string; env: NodeJS.ProcessEnv } } {
  const options = { cwd: '/', env: ENVIRONMENT };
  if (account.kind === 'user') return { program, args: [...args], options: { ...options, uid: account.uid, gid: account.gid } };
  if (account.kind === 'self') return { program, args: [...args], options };
  return { program: 'unshare', args: ['--user', `--map-user=${NAMESPACE_USER}`, '--', program, ...args], options };
}

export async function runAs(account: Account, program: string, args: readonly string[]): Promise<void> {
  const command = commandAs(account, program, args);
  await run(command.program, command.args, command.options);
}

export async function canRunAs(account: Account, program: string, args: readonly string[]): Promise<boolean> {
  return runAs(account, program, args).then(
    () => true,
    () => false,
  );
}

export function canEnter(account: Account, folder: string): Promise<boolean> {
  return canRunAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** For root: the owner of data already there, else `postgres`, else a user made for this, else `nobody`. */
export async function findSystemUser(owner: { uid: number; gid: number } | null): Promise<Account | null> {
  if (owner !== null && owner.uid !== 0) return usable({ kind: 'user', name: String(owner.uid), ...owner });
  for (const name of ['postgres', 'comboi']) {
    const user = await usable(await lookUp(name));
    if (user !== null) return user;
  }
  await makeUser('comboi');
  return (await usable(await lookUp('comboi'))) ?? usable(await lookUp('nobody'));
}

export async function findNamespace(): Promise<Account> {
  const account: Account = { kind: 'namespace' };
  if (await canRunAs(account, '/bin/sh', ['-c', ':'])) return account;
  throw new StartRefusal(
    'PostgreSQL refuses to run as root, and here root can become no other user. Start Comboi as an ordinary user, or set DATABASE_URL.',
  );
}

async function usable(account: Account | null): Promise<Account | null> {
  return account !== null && (await canRunAs(account, '/bin/sh', ['-c', ':'])) ? account : null;
}

async function lookUp(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { kind: 'user', name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function makeUser(name: string): Promise<void> {
  const ways: readonly [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false', name]],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', name]],
  ];
  for (const [program, args] of ways) {
    try {
      await run(program, args);
      return;
    } catch {
    }
  }
}

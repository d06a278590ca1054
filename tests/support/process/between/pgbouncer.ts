import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startChild } from '../child-process.ts';
import { freePort, ROOT } from '../child-server.ts';
import { removeDataDir, temporaryFolder } from '../temporary-folder.ts';

/** Null where none is installed; Debian's package is `pgbouncer`. */
export const PGBOUNCER = [process.env['PGBOUNCER'], '/usr/sbin/pgbouncer'].find((path) => path !== undefined && existsSync(path)) ?? null;

/** In transaction mode, with nothing set that a package does not set. */
export async function pgbouncer(program: string, url: string): Promise<AsyncDisposable & { url: string }> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const { hostname, port: far, username, password } = new URL(url);
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${far} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 6',
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  await chmod(folder, 0o755);
  const child = startChild(program, [file], { cwd: ROOT, env: {} });
  await child.says(/process up/);
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${port}`;
  return {
    url: pooled.href,
    async [Symbol.asyncDispose]() {
      child.send('SIGTERM');
      child.send('SIGKILL');
      await child.ended;
      await removeDataDir(folder);
    },
  };
}

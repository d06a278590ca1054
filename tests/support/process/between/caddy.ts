import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Balancer } from './balancer.ts';
import { startChild } from '../child-process.ts';
import { freePort, ROOT } from '../child-server.ts';
import { removeDataDir, temporaryFolder } from '../temporary-folder.ts';

/** Null where none is installed; Debian's package is `caddy`. */
export const CADDY = [process.env['CADDY'], '/usr/bin/caddy'].find((path) => path !== undefined && existsSync(path)) ?? null;

/** Debian's, before two servers, with the file that ships; visitors of a test say themselves where they come from. */
export async function caddyBefore(program: string, { ports: [first, second], port }: { ports: readonly [number, number]; port: number }): Promise<Balancer> {
  const folder = await temporaryFolder();
  const shipped = await readFile(join(ROOT, 'deploy/Caddyfile.two'), 'utf8');
  const file = join(folder, 'Caddyfile');
  await writeFile(file, shipped.replace('flush_interval -1', 'flush_interval -1\n\t\ttrusted_proxies 127.0.0.1/32'));
  const url = `http://127.0.0.1:${port}`;
  const env = { DOMAIN: url, COMBOI_FIRST: `127.0.0.1:${first}`, COMBOI_SECOND: `127.0.0.1:${second}`, CADDY_ADMIN: `127.0.0.1:${await freePort()}`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = startChild(program, ['run', '--config', file, '--adapter', 'caddyfile'], { cwd: folder, env });
  await child.says(/serving initial configuration/);
  return {
    url,
    async close() {
      child.send('SIGTERM');
      child.send('SIGKILL');
      await child.ended;
      await removeDataDir(folder);
    },
  };
}

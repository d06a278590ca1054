import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openDatabase } from '../app/platform/adapters/db/database.server.ts';
import { isPooled } from '../app/platform/adapters/db/pooler.server.ts';
import { startEmbeddedPostgres } from '../app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import type { Logger } from '../app/platform/adapters/log.server.ts';
import type { Env } from '../app/platform/env.server.ts';

export async function findPostgres(env: Env, log: Logger): Promise<{ url: string; pooled?: boolean; stop(): Promise<void> }> {
  const url = env.databaseDirectUrl;
  if (url !== null) return { url, pooled: await isPooled(url), stop: async () => {} };
  const folder = join(env.dataDir, 'postgres');
  const [, , , port] = await readFile(join(folder, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  if (port !== undefined) {
    const password = await readFile(join(folder, 'comboi-password'), 'utf8');
    const url = `postgres://comboi:${password}@127.0.0.1:${port}/comboi`;
    const db = openDatabase({ url, poolSize: 1, log });
    const answers = await db.ping().then(
      () => true,
      () => false,
    );
    await db.close();
    if (answers) return { url, stop: async () => {} };
  }
  return startEmbeddedPostgres({ dataDir: env.dataDir, log });
}

import type { Database } from '#app/platform/adapters/db/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { openDeps } from '#app/open-deps.server.ts';

import type { TestApp } from '../app/test-app.ts';
import { freePort, startServer } from '../process/child-server.ts';
import { removeDataDir, temporaryFolder } from '../process/temporary-folder.ts';
import { aTestDatabase } from '../process/test-database.ts';

/** A running demo site, and its books opened beside it: what an admin would change is changed there. */
export interface Site {
  url: string;
  db: Database;
  deps: Deps;
  clock: Deps['clock'];
  /** All that the server has printed. */
  log(): string;
  end(): Promise<void>;
}

/** Asks a running site as tests ask an app. */
export function asking({ url }: Pick<Site, 'url'>): Pick<TestApp, 'ask'> {
  return { ask: (path, init) => fetch(new URL(path, url), { redirect: 'manual', ...init }) };
}

export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const told = { COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', DATABASE_URL: await aTestDatabase(), ...env };
  const ours = await openDeps(readEnv({ ...told, DATA_DIR: dataDir, PORT: String(port) }), { log: silentLogger });
  const server = await startServer({ dataDir, port, env: told });
  return {
    url: server.url,
    db: ours.deps.db,
    deps: ours.deps,
    clock: ours.deps.clock,
    log: () => server.output(),
    async end() {
      await server.kill();
      await ours.close();
      await removeDataDir(dataDir);
    },
  };
}

import { sql } from 'kysely';

import type { Database } from '#app/platform/adapters/db/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { openDeps } from '#app/open-deps.server.ts';

import type { TestApp } from '../app/test-app.ts';
import { freePort } from '../process/child-server.ts';
import { hostSite } from '../process/site-host.ts';
import { removeDataDir, temporaryFolder } from '../process/temporary-folder.ts';
import { aTestDatabase } from '../process/test-database.ts';
import { TIMEOUT_FACTOR } from '../process/timeout-factor.ts';

/** A running demo site, and its books opened beside it: what an admin would change is changed there. */
export interface Site {
  url: string;
  db: Database;
  deps: Deps;
  clock: Deps['clock'];
  /** All that the server has printed, whichever site it was about. */
  log(): string;
  end(): Promise<void>;
}

/** Asks a running site as tests ask an app. */
export function asking({ url }: Pick<Site, 'url'>): Pick<TestApp, 'ask'> {
  return { ask: (path, init) => fetch(new URL(path, url), { redirect: 'manual', ...init }) };
}

/** Mails with tickets count as sent once they are written, for whoever reads none: their tickets are not drawn. */
async function drawNoMails({ query }: Database): Promise<void> {
  await sql`create function sent_at_once() returns trigger language plpgsql as $$ begin new.status := 'sent'; new.sent_at := new.created_at; return new; end $$`.execute(query);
  await sql`create trigger sent_at_once before insert on mails for each row when (new.kind = 'tickets' and new.cause = 'sale' and new.status = 'pending') execute function sent_at_once()`.execute(query);
}

export async function startSite(env: Record<string, string> = {}, { drawsMails = true } = {}): Promise<Site> {
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const settings = { COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', DATABASE_URL: await aTestDatabase(), ...env };
  const ours = await openDeps(readEnv({ ...settings, DATA_DIR: dataDir, PORT: String(port) }), { log: silentLogger, timeoutFactor: TIMEOUT_FACTOR });
  const hosted = await hostSite({ TRUST_PROXY: '1', ...settings, DATA_DIR: dataDir, PORT: String(port) });
  if (!drawsMails) await drawNoMails(ours.deps.db);
  const { changes } = ours.deps;
  const catchUp = async (): Promise<void> => void (await Promise.all([changes.catchUp(), hosted.catchUp()]));
  return {
    url: `http://127.0.0.1:${port}`,
    db: ours.deps.db,
    deps: { ...ours.deps, changes: { ...changes, catchUp } },
    clock: ours.deps.clock,
    log: () => hosted.log(),
    async end() {
      await hosted.end();
      await ours.close();
      await removeDataDir(dataDir);
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';

import { openDeps } from '#app/open-deps.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import type { SeatingAnswer } from '#app/features/seating/schema.ts';
import { signedIn } from '#tests/support/people/buyers.ts';
import { aDinnerAtTables } from '#tests/support/people/diners.ts';
import { type ChildServer, freePort, startServer } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { TIMEOUT_FACTOR } from '#tests/support/process/timeout-factor.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

const RANDOM_KILLS = count({ test: 3, soak: 40 });
const LONGEST_ARRANGING_MS = 600;

test('the process is killed amid arranging: the plan is the one before or the new one, whole, and the next arranging works', async () => {
  const [dataDir, port] = [await temporaryFolder(), await freePort()];
  const env = { COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', DATABASE_URL: await aTestDatabase() };
  const ours = await openDeps(readEnv({ ...env, DATA_DIR: dataDir, PORT: String(port) }), { log: silentLogger, timeoutFactor: TIMEOUT_FACTOR });
  let server: ChildServer = await startServer({ dataDir, port, env, stopAt: 'after-seats-arranged' });
  onTestFinished(async () => {
    await server.kill();
    await ours.close();
    await removeDataDir(dataDir);
  });
  const site = { url: server.url, db: ours.deps.db, clock: ours.deps.clock, deps: ours.deps };
  const { eventId } = await aDinnerAtTables(site);
  const ask = async (path: string, init?: RequestInit): Promise<Response> => fetch(`${server.url}${path}`, init);
  let cookie = await signedIn({ ask }, 'admin@comboi.test');
  const path = `/api/admin/events/${eventId}/seating`;
  const plan = async (): Promise<SeatingAnswer> => (await (await ask(path, { headers: { Cookie: cookie } })).json()) as SeatingAnswer;
  const arrange = async (): Promise<number | null> => ask(`${path}/arrange`, { method: 'POST', headers: { Cookie: cookie } }).then(({ status }) => status, () => null);

  const before = await plan();
  const arranging = arrange();
  await server.says(/at after-seats-arranged/);
  await server.kill();
  expect(await arranging).toBeNull();
  server = await startServer({ dataDir, port, env });
  cookie = await signedIn({ ask }, 'admin@comboi.test');
  expect(await plan()).toEqual(before);

  const written: boolean[] = [];
  for (let kill = 0; kill < RANDOM_KILLS; kill += 1) {
    const { version } = await plan();
    const dying = arrange();
    await pause((LONGEST_ARRANGING_MS * (kill + 1)) / RANDOM_KILLS);
    await server.kill();
    const acknowledged = (await dying) === 200;
    server = await startServer({ dataDir, port, env });
    cookie = await signedIn({ ask }, 'admin@comboi.test');
    const after = await plan();
    const isNew = after.version > version;
    expect(acknowledged && !isNew).toBe(false);
    expect(after.version - version).toBeLessThanOrEqual(1);
    expect([0, 6]).toContain(after.seated.length);
    expect(after.seated.length + after.unseated.length).toBe(6);
    written.push(isNew);
  }
  expect(await arrange()).toBe(200);
  expect((await plan()).seated).toHaveLength(6);
  figure(`U12 kills amid arranging, of them after the plan was written`, `${RANDOM_KILLS + 1}, ${written.filter(Boolean).length}`);
});

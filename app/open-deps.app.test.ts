import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { silentLogger } from '#app/adapters/log.server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => app.close());

test('what ships comes to each checkpoint with a function that is empty, so that nothing can switch one on', async () => {
  const env = app.comboi.readEnv({ COMBOI_DEMO: '1', DATABASE_URL: app.databaseUrl, DATA_DIR: app.deps.env.dataDir });
  const { deps, close } = await app.comboi.openDeps(env, { log: silentLogger });
  onTestFinished(close);
  expect(String(deps.checkpoint).replaceAll(/\s/g, '')).toBe('async()=>{}');
});

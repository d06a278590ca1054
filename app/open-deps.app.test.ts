import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { anS3Server } from '#tests/support/s3/s3-server.ts';

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

test('a store of files that refuses us stops the start and names the variables; one that is away does not', async () => {
  const s3 = await anS3Server();
  onTestFinished(() => s3.close());
  const envWith = (place: { endpoint: string; bucket: string }) =>
    app.comboi.readEnv({
      COMBOI_DEMO: '1',
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.deps.env.dataDir,
      S3_ENDPOINT: place.endpoint,
      S3_BUCKET: place.bucket,
      S3_ACCESS_KEY_ID: s3.place.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.place.secretAccessKey,
    });
  const endpoint = s3.place.endpoint!.origin;
  await expect(app.comboi.openDeps(envWith({ endpoint, bucket: 'another' }), { log: silentLogger })).rejects.toThrow(/S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/);
  for (const place of [{ endpoint, bucket: s3.place.bucket }, { endpoint: 'http://127.0.0.1:1', bucket: 'comboi' }]) {
    const { close } = await app.comboi.openDeps(envWith(place), { log: silentLogger });
    await close();
  }
});

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { noteWithdrawals } from '#app/features/needs/service.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aPaidOrder, aTicket, refreshOrder } from '#tests/support/people/buyers.ts';
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

test('needs that were erased, and are in a database brought back by whatever means, are gone before a server answers', async () => {
  const own = await aTestApp();
  onTestFinished(() => own.close());
  const aNeedyTicket = async (date: string): Promise<string> => {
    const event = await anEvent(own, { asksNeeds: true, date });
    const { orderId } = await aPaidOrder(own, { event, tickets: [{ ...aTicket(event), needs: { codes: ['milk'], consent: true } }] });
    return (await refreshOrder(own, orderId)).tickets[0]!.id;
  };
  const [past, withdrawn, renewed, unchanged] = [await aNeedyTicket('2099-01-10'), await aNeedyTicket('2099-06-10'), await aNeedyTicket('2099-06-10'), await aNeedyTicket('2099-06-10')];
  const stored = await own.db.query.selectFrom('ticketNeeds').select(['ticketId', 'codes', 'consentedAt']).execute();
  await noteWithdrawals(own.deps, [withdrawn, renewed]);
  // As after a dump of the database's own tools was brought back.
  await own.db.query.updateTable('ticketNeeds').set({ consentedAt: new Date(Date.now() + 3_600_000) }).where('ticketId', '=', renewed).execute();
  const { eventId } = await own.db.query.selectFrom('tickets').select('eventId').where('id', '=', past).executeTakeFirstOrThrow();
  await own.db.query.updateTable('events').set({ eventDate: '2020-01-10' }).where('id', '=', eventId).execute();

  const env = own.comboi.readEnv({ COMBOI_DEMO: '1', DATABASE_URL: own.databaseUrl, DATA_DIR: own.deps.env.dataDir });
  const { close } = await own.comboi.openDeps(env, { log: silentLogger });
  onTestFinished(close);
  const left = new Map((await own.db.query.selectFrom('ticketNeeds').select(['ticketId', 'codes']).execute()).map(({ ticketId, codes }) => [ticketId, codes]));
  expect(stored.map(({ codes }) => codes)).toEqual([['milk'], ['milk'], ['milk'], ['milk']]);
  expect([past, withdrawn, renewed, unchanged].map((id) => left.get(id))).toEqual([[], [], ['milk'], ['milk']]);
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

import { afterAll, beforeAll, expect, test } from 'vitest';

import { BUCKETS } from '#app/domain/files/bucket.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTusClient, type TusClient } from '#tests/support/app/tus.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function anEditor(): Promise<TusClient> {
  return aTusClient(app, await login(app, await aMember(app, { role: 'socio', rights: ['editor'] })));
}

const most = { bucket: 'booklets', size: BUCKETS.booklets.maxUploadBytes } as const;

test('uploads that one editor begins and never sends leave room for another', async () => {
  const [forgetful, other] = [await anEditor(), await anEditor()];
  const begun: string[] = [];
  for (let at = 0; at < 8; at += 1) {
    begun.push(await forgetful.begin(most));
    app.clock.advance(1_000);
  }
  expect(await Promise.all(begun.map((address) => forgetful.received(address)))).toEqual([null, null, null, null, null, null, 0, 0]);
  expect((await other.create(most)).status).toBe(201);
});

test('an upload of which no byte came ends within an hour, one that has begun to come waits for the rest', async () => {
  const editor = await anEditor();
  const [silent, slow] = [await editor.begin({ bucket: 'booklets', size: 1_000 }), await editor.begin({ bucket: 'booklets', size: 1_000 })];
  await editor.send(slow, { from: 0, bytes: new Uint8Array(10) });
  app.clock.advance(HOUR_MS + 1_000);
  await app.round('files');
  expect([await editor.received(silent), await editor.received(slow)]).toEqual([null, 10]);
});

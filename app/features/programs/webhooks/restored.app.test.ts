import { expect, onTestFinished, test } from 'vitest';

import { openBackupStore } from '#app/features/backups/backup-store.server.ts';
import { restoreBackup } from '#app/features/backups/restoration.server.ts';
import { storeBackup } from '#app/features/backups/service.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { openWithdrawnConsents } from '#app/platform/adapters/withdrawn-consents.server.ts';
import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp, type TestAppOptions } from '#tests/support/app/test-app.ts';
import { ask } from '#tests/support/people/scanners.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { aReceiver, type Receiver } from '#tests/support/programs/receiver.ts';
import { aTokenMaker } from '#tests/support/programs/tokens.ts';

async function anApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await aTestApp(options);
  onTestFinished(() => app.close());
  return app;
}

async function testMessage(app: TestApp, id: string): Promise<void> {
  const { status } = await ask(app, { headers: { Cookie: (await aTokenMaker(app)).cookie } }, { path: `/api/admin/webhooks/${id}/test`, method: 'POST' });
  expect(status).toBe(200);
}

const highest = ({ received }: Receiver, subject: string): number => Math.max(...received.filter(({ message }) => message.subject === subject).map(({ message }) => message.sequence));

test('after a restore every number is greater than what was told before, of what the backup knew and of what it did not', async () => {
  const [app, receiver] = [await anApp(), await aReceiver()];
  onTestFinished(() => receiver.close());
  const { body } = await ask<{ id: string }>(app, { headers: { Cookie: (await aTokenMaker(app)).cookie } }, { path: '/api/admin/webhooks', body: { url: receiver.url, events: ['event.changed'] } });
  const [known, alone] = [await anEvent(app), await anEvent(app)];
  const announce = async (where: TestApp, ...ids: number[]): Promise<void> => {
    for (const id of ids) await changeEvent(where, id, { title: 'Sopar de germanor' });
    await where.round('webhooks');
  };
  await announce(app, known.id, alone.id);
  await testMessage(app, body.id);
  // One that is refused waits alone, and one after it arrives; one that nobody answers waits with its number.
  receiver.answer(400);
  await announce(app, alone.id);
  receiver.answer(204);
  await announce(app, alone.id);
  receiver.answer(500);
  await announce(app, known.id);
  const [waitsAlone, waits] = [receiver.received.at(-3)!, receiver.received.at(-1)!];
  const { name } = await storeBackup(app.deps);

  receiver.answer(204);
  app.clock.advance(60_000);
  await announce(app, known.id, known.id, alone.id);
  const fresh = await anEvent(app);
  await announce(app, fresh.id, fresh.id);
  await testMessage(app, body.id);
  const subjects = [`event:${known.id}`, `event:${alone.id}`, `event:${fresh.id}`, `webhook:${body.id}`];
  const delivered = subjects.map((subject) => highest(receiver, subject));
  receiver.received.splice(0);

  const [url, store] = [await aTestDatabase('template1'), openBackupStore(app.deps)];
  await restoreBackup({ url, storage: app.deps.storage, clock: app.clock, log: silentLogger, open: async () => (await store.read(name))!, files: store.files, replace: true, withdrawnConsents: openWithdrawnConsents(app.deps) });
  const restored = await anApp({ databaseUrl: url, clock: app.clock });
  app.clock.advance(60_000);
  expect((await anEvent(restored)).id).toBe(fresh.id);
  await announce(restored, known.id, alone.id, fresh.id);
  await testMessage(restored, body.id);

  const again = receiver.received.filter(({ id }) => id === waits.id);
  expect(again.map(({ message }) => message.sequence > delivered[0]!)).toEqual([true]);
  expect(receiver.received.filter(({ id }) => id === waitsAlone.id).map(({ message }) => message.sequence)).toEqual([waitsAlone.message.sequence]);
  const numbers = subjects.map((subject) => receiver.received.filter(({ id, message }) => message.subject === subject && id !== waitsAlone.id).map(({ message }) => message.sequence));
  expect(numbers.map((of, at) => of.length > 0 && of.every((number) => number > delivered[at]!))).toEqual([true, true, true, true]);
  expect(numbers.map((of) => of.every((number, at) => at === 0 || number === of[at - 1]! + 1))).toEqual([true, true, true, true]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aDoorkeeper, ask } from '#tests/support/people/scanners.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

test('a pass is offered for events that take place, those of today chosen already, and made for none that was deleted', async () => {
  const { headers } = await aDoorkeeper(app, { admin: true });
  const date = dayInMadrid(app.clock.now());
  const [deleted, withdrawn, today, coming] = [await anEvent(app, { date, title: 'Esborrat' }), await anEvent(app, { date, title: 'Suspés' }), await anEvent(app, { date, title: 'De hui' }), await anEvent(app, { title: 'De més avant' })];
  await app.db.query.updateTable('events').set({ archivedAt: app.clock.now(), deletedAt: app.clock.now() }).where('id', '=', deleted.id).execute();
  await withdraw(app, withdrawn.id);
  const page = await (await app.ask('/admin/passes', { headers })).text();
  const own = new Set([deleted, withdrawn, today, coming].map(({ id }) => id));
  const boxes = [...page.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([box]) => [Number(/value="(\d+)"/.exec(box)?.[1]), box.includes('checked=""')] as const);
  expect(boxes.filter(([id]) => own.has(id))).toEqual([[today.id, true], [coming.id, false]]);
  const make = (id: number) => ask(app, { headers }, { path: '/api/admin/evening-passes', body: { name: 'Porta', eventIds: [today.id, id], expiresAt: new Date(app.clock.now().getTime() + 3_600_000).toISOString() } });
  expect([(await make(deleted.id)).status, (await make(coming.id)).status]).toEqual([404, 201]);
});

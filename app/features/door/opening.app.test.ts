import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aDoorkeeper, aPassHolder, ask, aSoldTicket, type AtTheDoor, handIn } from '#tests/support/people/scanners.ts';

import type { DoorEventOption, DoorSession } from './schema.ts';

let app: TestApp;
let admin: AtTheDoor;
beforeAll(async () => {
  app = await aTestApp();
  admin = await aDoorkeeper(app, { admin: true });
});
afterAll(() => closeInOrder(app));

async function opened(who: AtTheDoor, events: readonly EventDetail[]): Promise<DoorEventOption[]> {
  const ids = new Set(events.map(({ id }) => id));
  return (await ask<DoorSession>(app, who, { path: '/api/door' })).body.events.filter(({ id }) => ids.has(id));
}

test('the door offers no event that was deleted, and one that was withdrawn last, for what is handed in late', async () => {
  const today = dayInMadrid(app.clock.now());
  const [deleted, withdrawn, coming] = [await anEvent(app, { date: today }), await anEvent(app, { date: today, title: 'Sopar sota la pluja' }), await anEvent(app, { date: addDays(today, 3) })];
  const pass = await aPassHolder(app, { admin, events: [deleted, withdrawn, coming] });
  await app.db.query.updateTable('events').set({ archivedAt: app.clock.now(), deletedAt: app.clock.now() }).where('id', '=', deleted.id).execute();
  await withdraw(app, withdrawn.id);
  for (const who of [admin, pass]) {
    const options = await opened(who, [deleted, withdrawn, coming]);
    expect(options.map(({ id, isWithdrawn }) => [id, isWithdrawn])).toEqual([[coming.id, false], [withdrawn.id, true]]);
    expect((await ask(app, who, { path: `/api/door/${withdrawn.id}/list` })).status).toBe(200);
    expect((await handIn(app, who, { event: withdrawn, scans: [{ hash: 'f'.repeat(32) }] })).body.results).toMatchObject([{ code: 'NOT_FOUND', conflict: true }]);
  }
});

test('after midnight the event that still runs is among those of today and comes first, until it is over', async () => {
  const evening = dayInMadrid(app.clock.now());
  app.clock.set(new Date(instantInMadrid(evening, '12:00')));
  const next = addDays(evening, 1);
  const [noon, late] = [await anEvent(app, { date: next, time: '14:00' }), await anEvent(app, { date: evening, time: '21:00', title: 'Sopar que s’allarga' })];
  const { ticketNumber } = await aSoldTicket(app, late);
  app.clock.set(new Date(instantInMadrid(next, '00:10')));
  const keeper = await aDoorkeeper(app);
  const found = async (): Promise<boolean> => (await (await app.ask(`/admin/search?q=${ticketNumber}`, { headers: keeper.headers })).text()).includes(late.title);
  const options = async (): Promise<unknown> => (await opened(keeper, [noon, late])).map(({ id, isToday }) => [id, isToday]);
  expect(await options()).toEqual([[late.id, true], [noon.id, true]]);
  expect(await found()).toBe(true);
  app.clock.set(new Date(instantInMadrid(next, '04:01')));
  expect(await options()).toEqual([[noon.id, true], [late.id, false]]);
  expect(await found()).toBe(false);
});

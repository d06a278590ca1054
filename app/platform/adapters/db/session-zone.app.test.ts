import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, eventNamed, signedIn } from '#tests/support/people/buyers.ts';

/** Far from Madrid and from UTC, by three quarters of an hour, and on another day for half of each. */
const STRANGE = 'Pacific/Chatham';

/** What fills the disk meanwhile. */
const SIZE = /\d+(?:,\d+)?[\s\u00a0][kMGT]?B\b|\b\d+ %|(?<=<meter [^>]*value=")\d+|(?<="percent\\",)\d+/g;

const PATHS = ['/api/events', '/tickets', '/calendar', '/news', '/api/calendar.ics', '/admin', '/admin/orders', '/admin/estat', '/api/admin/reports/totals.csv'];

async function zoneOf({ db }: TestApp): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select current_setting('TimeZone') as zone`.execute(db.query);
  return rows[0]!.zone;
}

async function answersOf(app: TestApp): Promise<Map<string, string>> {
  const cookie = await signedIn(app, 'admin@comboi.test');
  const event = await eventNamed(app, 'Concert de la nit del foc');
  const answers = await Promise.all([...PATHS, `/api/admin/events/${event.id}/export.csv`, `/api/admin/events/${event.id}/kitchen.csv`, `/api/events/${event.id}`, `/order/${event.id}`].map(async (path): Promise<[string, string]> => {
    const answer = await app.ask(path, path.includes('admin') ? { headers: { Cookie: cookie } } : {});
    const text = await answer.text();
    return [path, `${answer.status} ${path === '/admin/estat' ? text.replaceAll(SIZE, 'size') : text}`];
  }));
  return new Map(answers);
}

test('days and instants are the same in whatever time zone the database lends a session', async () => {
  const usual = await aTestApp();
  onTestFinished(() => closeInOrder(usual));
  const event = await eventNamed(usual, 'Concert de la nit del foc');
  await aPaidOrder(usual, { event });
  await sql.raw(`alter database ${new URL(usual.databaseUrl).pathname.slice(1)} set timezone = '${STRANGE}'`).execute(usual.db.query);
  const strange = await usual.another();
  onTestFinished(() => strange.close());
  expect([await zoneOf(usual), await zoneOf(strange)]).toEqual([expect.not.stringMatching(STRANGE), STRANGE]);
  await aPaidOrder(strange, { event });
  const [here, there] = [await answersOf(usual), await answersOf(strange)];
  for (const [path, answer] of here) expect([path, there.get(path)]).toEqual([path, answer]);
  expect([...here.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(8);
});

import { afterAll, beforeAll, expect, test } from 'vitest';

import { silentLogger, type Logger } from '#app/platform/adapters/log.server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { testClock } from '#tests/support/app/test-clock.ts';

import { watchClock } from './clock-watch.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => app.close());

async function alarmsAt(aheadMs: number): Promise<unknown[]> {
  const alarms: unknown[] = [];
  const log = { ...silentLogger, error: (facts: unknown) => alarms.push(facts) } as unknown as Logger;
  const clock = testClock();
  clock.advance(aheadMs);
  await watchClock({ clock, query: app.db.query, log });
  return alarms;
}

test.each([3_600_000, -3_600_000])('a clock that jumped by %i ms raises one alarm, which says by how much', async (jump) => {
  const alarms = await alarmsAt(jump);
  expect(alarms).toHaveLength(1);
  expect(alarms[0]).toMatchObject({ alarm: 'clock_drift', driftMs: expect.closeTo(jump, -5) });
});

test('a clock that is a little off raises none', async () => {
  expect(await alarmsAt(2_000)).toEqual([]);
});

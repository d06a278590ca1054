import { expect, test } from 'vitest';

import type { Database } from '#app/platform/adapters/db/database.server.ts';
import { testClock } from '#tests/support/app/test-clock.ts';

import { ageText, retentionJob } from './retention.server.ts';

const NO_DATABASE = {} as Database;
const payments = { clockAheadMs: () => null };

test('what can not be forgotten keeps nothing else from being forgotten, and is named', async () => {
  const cutoffs: string[] = [];
  const clock = testClock();
  clock.set(new Date('2027-03-30T22:30:00Z'));
  const job = retentionJob({ db: NO_DATABASE, clock, payments }, [
    { title: 'Oblidar notes', after: { days: 30, of: "de l'acte" }, delete: async () => Promise.reject(new Error('locked')) },
    { title: 'Oblidar noms', after: { days: 30, of: "de l'acte" }, delete: async (_query, { day }) => cutoffs.push(day) },
    { title: 'Oblidar claus', after: { hours: 24, of: 'de la comanda' }, delete: async (_query, { instant }) => cutoffs.push(instant.toISOString()) },
    { title: 'Oblidar compradors', after: { years: 6, of: "de l'acte" }, delete: async (_query, { day }) => cutoffs.push(day) },
    { title: 'Oblidar enllaços', after: 'expired', delete: async (_query, { instant }) => cutoffs.push(instant.toISOString()) },
  ]);
  await expect(job.round(new AbortController().signal)).rejects.toMatchObject({ code: 'Oblidar notes' });
  // Madrid is a day ahead by then, and an hour further from UTC than thirty days before.
  expect(cutoffs).toEqual(['2027-03-01', '2027-03-29T22:30:00.000Z', '2021-03-30', '2027-03-30T22:30:00.000Z']);
});

test('by a clock that the payment provider contradicts by hours nothing is forgotten', async () => {
  let aheadMs: number | null = -24 * 3_600_000;
  let times = 0;
  const job = retentionJob({ db: NO_DATABASE, clock: testClock(), payments: { clockAheadMs: () => aheadMs } }, [{ title: 'Oblidar notes', after: 'expired', delete: async () => (times += 1) }]);
  await job.round(new AbortController().signal);
  expect(times).toBe(0);
  for (aheadMs of [60_000, null]) await job.round(new AbortController().signal);
  expect(times).toBe(2);
});

test('its time is told in words', () => {
  expect([ageText({ years: 6, of: "de l'acte" }), ageText({ days: 30, of: "de l'acte" }), ageText({ hours: 24, of: 'de la comanda' }), ageText('expired')]).toEqual(["6 anys després de l'acte", "30 dies després de l'acte", '24 hores després de la comanda', 'Quan caduca']);
});

import { setTimeout as pause } from 'node:timers/promises';

import { expect, inject, test } from 'vitest';

import { aTicket, ownAddress } from '#tests/support/people/buyers.ts';
import { eventOnline } from '#tests/support/people/online-buyers.ts';
import { statusOf } from '#tests/support/process/child-server.ts';
import { residentMb } from '#tests/support/process/resident.ts';
import { startServerOnShared } from '#tests/support/process/shared-server.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';

const MINUTE_MS = 60_000;
/** 1440 for a day. */
const MINUTES = Number(process.env['COMBOI_SOAK_MINUTES'] ?? 60);
const REQUESTS_A_SECOND = 5;
const SAMPLE_EVERY_MS = 10_000;
/** By `npm start`. */
const AS_STARTED = '--expose-gc --max-old-space-size=256 --max-semi-space-size=16';
/** Caches fill and the heap finds its size. */
const WARM_UP = 1 / 3;
const MOST_MB = 250;
/** Of a slope: below it, what the garbage collector does in an hour. */
const MOST_MB_AN_HOUR = 20;

interface Sample {
  hours: number;
  mb: number;
}

test.runIf(inject('soak'))('memory stays where it is under hours of visits and orders', { timeout: (MINUTES + 15) * MINUTE_MS }, async () => {
  await using server = await startServerOnShared({ env: { NODE_OPTIONS: AS_STARTED, MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768' } });
  const event = await eventOnline(server.url, 'Concert de la nit del foc');
  const samples: Sample[] = [];
  const begun = performance.now();
  let requests = 0;
  let failed = 0;
  let sampledAt = 0;
  while (performance.now() - begun < MINUTES * MINUTE_MS) {
    const ends = pause(1_000);
    await Promise.all(Array.from({ length: REQUESTS_A_SECOND }, async (_, n) => {
      const status = n === 0 ? await buy(server.url, event) : await statusOf(server.url + ['/tickets', `/order/${event.id}`, '/', '/calendar'][n - 1]!);
      requests += 1;
      if (status === null || status >= 400) failed += 1;
    }));
    if (performance.now() - sampledAt > SAMPLE_EVERY_MS) {
      sampledAt = performance.now();
      samples.push({ hours: (sampledAt - begun) / (60 * MINUTE_MS), mb: await residentMb(server.pid) });
    }
    await ends;
  }
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const slope = slopeOf(warm);
  figure(`G14 memory over ${MINUTES} min at ${REQUESTS_A_SECOND} requests a second, of which ${failed} of ${requests} failed`, `${slope.toFixed(1)} MiB/h, ${samples[0]!.mb} MB at first, ${warm.at(-1)!.mb} MB at last`);
  expect(failed).toBe(0);
  expect(warm.at(-1)!.mb).toBeLessThan(MOST_MB);
  // In less than an hour the collector's own waves are steeper.
  expect(slope).toBeLessThan(MINUTES >= 60 ? MOST_MB_AN_HOUR : Infinity);
});

async function buy(url: string, event: Awaited<ReturnType<typeof eventOnline>>): Promise<number> {
  const body = JSON.stringify({ eventId: event.id, email: 'hores@example.com', tickets: [aTicket(event)] });
  const answer = await fetch(`${url}/api/orders`, { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ownAddress() }, body });
  const { paymentUrl } = (await answer.json()) as PlacedOrder;
  if (answer.status !== 201 || paymentUrl === null) return answer.status;
  return (await fetch(paymentUrl, { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' })).status;
}

/** Of the line that fits best, in MB an hour. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [hours, mb] = [mean(samples.map((one) => one.hours)), mean(samples.map((one) => one.mb))];
  return samples.reduce((sum, one) => sum + (one.hours - hours) * (one.mb - mb), 0) / samples.reduce((sum, one) => sum + (one.hours - hours) ** 2, 0);
}

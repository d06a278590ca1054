import { expect } from 'vitest';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { firstVisit, ownScripts } from '#tests/support/browser/slow-phone.ts';
import { figure, soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import type { Site } from '#tests/support/site/site.ts';

import { datesOf } from '../../db/cast-dates.ts';
import { YEAR } from '../../db/cast-year.ts';
import { seedYear } from '../../db/seed.ts';

const KB = 1_000;
/** Pictures that come by scrolling are lazy. */
const MOST = { scripts: 145 * KB, images: 60 * KB, fonts: 120 * KB, shift: 0.02 };

const FULL_MARCH = '/calendar, a full March';

test.for(['/', '/tickets', '/order/1', FULL_MARCH, ...soakCases(['/news', '/calendar'], 0)])('%s stays within the bytes of a first visit and does not move on a slow phone', async (page, { browser, site }) => {
  const path = page === FULL_MARCH ? await fullMarch(site) : page;
  const scripts = await ownScripts(site.url, path);
  const { shift, kinds } = await firstVisit(browser, { url: site.url, path });
  const seen = { scripts, images: kinds['Image'] ?? 0, fonts: kinds['Font'] ?? 0, shift };
  figure(`first visit of ${page}`, `scripts ${(scripts / KB).toFixed(1)} kB (with those fetched ahead ${Math.round((kinds['Script'] ?? 0) / KB)}), images ${Math.round(seen.images / KB)} kB, fonts ${Math.round(seen.fonts / KB)} kB, CLS ${shift.toFixed(3)}`);
  expectLight(seen);
});

function expectLight(seen: typeof MOST): void {
  expect(seen.scripts).toBeGreaterThan(50 * KB);
  expect(seen.scripts).toBeLessThanOrEqual(MOST.scripts);
  expect(seen.images).toBeLessThanOrEqual(MOST.images);
  expect(seen.fonts).toBeLessThanOrEqual(MOST.fonts);
  expect(seen.shift).toBeLessThanOrEqual(MOST.shift);
}

async function fullMarch({ db, deps, clock }: Site): Promise<string> {
  await seedYear({ db, ids: deps.ids, now: clock.now() });
  const { eventDate } = datesOf(YEAR.find(({ key }) => key === 'crema')!, dayInMadrid(clock.now()));
  return `/calendar?mes=${eventDate.slice(0, 7)}`;
}

import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from 'playwright-core';
import { inject, test as plainTest } from 'vitest';

import { lastPresses, launchChromium, type Visit, type VisitOptions, visitSite } from '../browser/browser.ts';
import { type Site, startSite } from './site.ts';

/** For stories that a desktop tells as a phone does: there they are told in a soak. */
export const PHONE_FIRST: readonly ('phone' | 'desktop')[] = inject('soak') ? ['phone', 'desktop'] : ['phone'];

export interface OpenVisit extends VisitOptions {
  /** Another site than the file's own. */
  site?: Pick<Site, 'url'>;
  /** True where pages must be there without network, and on the way of a buyer. */
  offline?: boolean;
}

/**
 * A test with a running site, Chromium and people who visit. A visit on which anything unexpected happened fails the
 * test at its end.
 */
export const test = plainTest
  // Vitest reads what a fixture needs from its first parameter, which must be a pattern.
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it which fixtures are wanted
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  })
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it which fixtures are wanted
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await startSite({}, { drawsMails: false });
    onCleanup(() => site.end());
    return site;
  })
  .extend('visit', async ({ browser, site, task }, { onCleanup }) => {
    const visits: Visit[] = [];
    onCleanup(async () => {
      if (task.result?.state === 'fail') await Promise.all(visits.flatMap((visit) => visit.context.pages().map(describePage)));
      await Promise.all(visits.map((visit) => visit.end()));
      const problems = visits.flatMap((visit) => visit.problems);
      if (problems.length > 0) throw new Error(`The visit was not clean:\n${problems.join('\n')}\nIts trail:\n${visits.flatMap(({ trail }) => trail.slice(-30)).join('\n')}`);
    });
    return async ({ site: other, offline = false, ...options }: OpenVisit = {}): Promise<Page> => {
      const visit = await visitSite(browser, (other ?? site).url, { ...options, offline });
      visits.push(visit);
      return visit.page;
    };
  });

/** Whose site sends what it writes, for whoever reads a buyer's mails. */
export const testWithMails = test
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it which fixtures are wanted
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await startSite();
    onCleanup(() => site.end());
    return site;
  });

async function describePage(page: Page): Promise<void> {
  const text = await page.locator('body').innerText({ timeout: 1_000 }).catch(() => '(not readable)');
  const presses = await Promise.race([lastPresses(page).catch(() => '(not readable)'), pause(1_000, '(no answer)')]);
  console.log(`The page at the failure, ${page.url()}:\n${text.slice(0, 1_500)}\nIts last presses:\n${presses}`);
}

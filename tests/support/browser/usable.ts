import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { soakCases } from '../reporting/counts.ts';
import { axeFaults, sidewaysPixels, smallTargets, wordsCutOff } from './page-checks.ts';

/** Complaints of pages that are asked for what is not there. */
export const COMPLAINTS = [/40[0-9]/, /50[03]/, /ERR_FAILED/, /Failed to fetch/];

/** As different from each other as looks get. On the narrowest phone a page differs only in what fits. */
const LOOKS = {
  'a light phone': { width: 390, height: 844, colorScheme: 'light', isRead: true },
  'a dark desktop': { width: 1440, height: 900, colorScheme: 'dark', isRead: true },
  'a dark phone of 320 px': { width: 320, height: 640, colorScheme: 'dark', isRead: false },
} as const;
type Look = keyof typeof LOOKS;
export const PHONES: Look[] = ['a light phone', 'a dark phone of 320 px'];

function usualLooks(): readonly Look[] {
  return soakCases(Object.keys(LOOKS) as Look[], 2);
}

/** What is on the screen, against every check in every look, the narrowest in a soak alone; ends as a light phone again. */
export async function expectUsable(page: Page, state: string, looks = usualLooks()): Promise<void> {
  expect(await usableFaults(page, looks), state).toEqual([]);
}

/** Each fault in a line that begins with its look. */
export async function usableFaults(page: Page, looks = usualLooks()): Promise<string[]> {
  // Where one page leads to another by itself, words can be read before their style sheet is there.
  await page.waitForLoadState();
  const faults: string[] = [];
  for (const look of looks) {
    await takeLook(page, look);
    const pixels = await sidewaysPixels(page);
    const found = [
      ...(LOOKS[look].isRead ? await axeFaults(page) : []),
      ...(pixels > 0 ? [`${pixels} px wider than the window`] : []),
      ...(await smallTargets(page)).map((target) => `small: ${target}`),
      ...(await wordsCutOff(page)).map((words) => `cut off: ${words}`),
    ];
    faults.push(...found.map((fault) => `${look}: ${fault}`));
  }
  await takeLook(page, 'a light phone');
  return faults;
}

export async function takeLook(page: Page, look: Look): Promise<void> {
  const { width, height, colorScheme } = LOOKS[look];
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    // Laid out anew, and whatever observes sizes has been told.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // Colours that are on their way from one scheme to the other are neither.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

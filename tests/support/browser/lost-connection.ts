import type { Page } from 'playwright-core';

import { button, press } from '../people/shopper.ts';

/** Chromium's own line about a call that found no network. */
export const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/;

/** Sends a form twice: while nothing answers, which it says, and once something does. */
export async function sendThroughAGap(page: Page, name: string | RegExp, whileLost: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await press(button(page, name));
  await page.getByRole('alert').filter({ hasText: 'No hem pogut connectar' }).waitFor();
  await whileLost();
  await page.context().setOffline(false);
  await press(button(page, name));
}

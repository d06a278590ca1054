import type { Page } from 'playwright-core';

/** Chromium's own switch does not reach every worker. */
export async function loseNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  for (const worker of page.context().serviceWorkers()) {
    await worker.evaluate(() => {
      globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
  }
}

export async function findNetwork(page: Page): Promise<void> {
  await page.context().setOffline(false);
  for (const worker of page.context().serviceWorkers()) await worker.evaluate(() => void Reflect.deleteProperty(globalThis, 'fetch'));
}

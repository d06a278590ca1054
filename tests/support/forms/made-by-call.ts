import type { Page } from 'playwright-core';

/** The id of what a call makes for whoever is signed in. */
export async function madeByCall(page: Page, path: string, data: object): Promise<string> {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

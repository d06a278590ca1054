import type { Page } from 'playwright-core';

import { askOnline } from '../people/online-buyers.ts';
import type { Site } from '../site/site.ts';

/** The id of what a call makes for whoever is signed in. */
export async function madeByCall(page: Page, path: string, data: object): Promise<string> {
  const answer = await page.request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** What a page's form would send; asked again while the site is too busy, since whoever waits for its mail would wait for ever. */
export async function postForm(site: Pick<Site, 'url'>, path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const { status } = await askOnline(new URL(path, site.url).href, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers: { Origin: site.url } });
  if (status >= 400) throw new Error(`${path} answered ${status}`);
}

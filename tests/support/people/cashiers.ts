import type { Page } from 'playwright-core';

import type { TestApp } from '../app/test-app.ts';
import { post } from './buyers.ts';

export async function openDrawer(app: TestApp, admin: string, { name, float = 0 }: { name: string; float?: number }): Promise<string> {
  const { status, body } = await post(app, '/api/admin/till/sessions', { body: { float, name }, headers: { Cookie: admin } });
  if (status !== 201) throw new Error(`the drawer answered ${status}`);
  return (body as unknown as { id: string }).id;
}

/** Opens an empty drawer for whoever is signed in, without the screen. */
export async function openDrawerAt(page: Page, name: string): Promise<string> {
  const answer = await page.request.post('/api/admin/till/sessions', { data: { float: 0, name } });
  if (answer.status() !== 201) throw new Error(`the drawer answered ${answer.status()}`);
  return ((await answer.json()) as { id: string }).id;
}

export async function closeDrawerAt(page: Page, session: string): Promise<void> {
  const answer = await page.request.post(`/api/admin/till/sessions/${session}/close`, { data: { counted: { cash: 0, terminal: 0, bizum: 0 }, again: true, reason: 'Prova' } });
  if (answer.status() !== 200) throw new Error(`closing answered ${answer.status()}`);
}

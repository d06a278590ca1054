import type { StoredFile } from '#app/domain/files/stored-file.ts';

import { signedIn } from '../people/buyers.ts';
import { aTextPdf } from './pictures.ts';
import type { TestApp } from './test-app.ts';
import { aTusClient } from './tus.ts';

/** The id of a booklet with these pages. */
export async function aBookletOf(app: Pick<TestApp, 'ask'>, { year, pages = ['Llibret'] }: { year: number; pages?: readonly string[] }): Promise<string> {
  const cookie = await signedIn(app, 'redaccio@comboi.test');
  const { id: fileId } = (await (await aTusClient(app, cookie).upload('booklets', await aTextPdf(pages))).json()) as StoredFile;
  const made = await app.ask('/api/admin/booklets', { method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/json' }, body: JSON.stringify({ year, fileId }) });
  return ((await made.json()) as { id: string }).id;
}

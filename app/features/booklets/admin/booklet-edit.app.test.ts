import { afterAll, beforeAll, expect, test } from 'vitest';

import type { StoredFile } from '#app/domain/files/stored-file.ts';
import { aBookletOf } from '#tests/support/app/booklets.ts';
import { aTextPdf } from '#tests/support/app/pictures.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTusClient } from '#tests/support/app/tus.ts';
import { signedIn } from '#tests/support/people/buyers.ts';

const YEAR = 1951;

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await aTestApp();
  editor = await signedIn(app, 'redaccio@comboi.test');
});
afterAll(() => app.close());

async function textOf(path: string): Promise<string> {
  return (await (await app.ask(path, { headers: { Cookie: editor } })).text()).replaceAll('<!-- -->', '');
}

test('the edit form as it was loaded, sent with another PDF, leaves its pages to be counted; a number that was typed stays', async () => {
  const id = await aBookletOf(app, { year: YEAR, pages: ['Una', 'Dues', 'Tres'] });
  await app.round('booklet texts');
  const field = async (): Promise<string> => /<input[^>]*name="pageCount"[^>]*>/.exec(await textOf(`/admin/llibrets/edit/${id}`))![0].match(/value="(.*?)"/)?.[1] ?? '';
  const pageCount = async (): Promise<number> => ((await (await app.ask(`/api/admin/booklets/${id}`, { headers: { Cookie: editor } })).json()) as { page_count: number }).page_count;
  const send = async (version: number, lines: readonly string[], pages: string): Promise<void> => {
    const { id: fileId } = (await (await aTusClient(app, editor).upload('booklets', await aTextPdf(lines))).json()) as StoredFile;
    const body = new URLSearchParams({ version: String(version), year: String(YEAR), pageCount: pages, fileId });
    expect((await app.ask(`/admin/llibrets/edit/${id}`, { method: 'POST', headers: { Cookie: editor }, body })).status).toBe(303);
    await app.round('booklet texts');
  };
  await send(1, ['Una', 'Dues'], await field());
  expect([await pageCount(), (await textOf(`/llibrets?llibret=${YEAR}`)).includes('2 pàgines')]).toEqual([2, true]);
  await send(2, ['Una'], '40');
  await send(3, ['Una', 'Dues'], await field());
  expect(await pageCount()).toBe(40);
});

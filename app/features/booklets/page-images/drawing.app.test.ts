import { expect, test } from 'vitest';

import { aBookletOf } from '#tests/support/app/booklets.ts';
import { anAppStoringOn, STORES } from '#tests/support/app/stores.ts';

const CLAIM_MS = 5 * 60_000;

test.each(STORES)('a server that goes while it stores the images of pages on %s leaves nothing that the next one does not finish', async (place) => {
  let isGoing = true;
  const { app, close } = await anAppStoringOn(place, (storage) => ({
    put: (object) => (isGoing && object.name.endsWith('-page-3.webp') ? Promise.reject(new Error('it went')) : storage.put(object)),
  }));
  const statusOf = async (path: string): Promise<number> => {
    const response = await app.ask(path);
    await response.body?.cancel();
    return response.status;
  };
  const id = await aBookletOf(app, { year: 1999, pages: ['U', 'Dos', 'Tres', 'Quatre'] });
  await app.round('booklet texts');
  const { fileId } = await app.db.query.selectFrom('booklets').select('fileId').where('id', '=', id).executeTakeFirstOrThrow();
  const images = [2, 3, 4].map((page) => `/files/${fileId}-page-${page}.webp`);
  await expect(app.round('booklet pages')).rejects.toThrow('it went');
  isGoing = false;
  await app.round('booklet pages');
  expect(await Promise.all(images.map(statusOf))).toEqual([404, 404, 404]);

  app.clock.advance(CLAIM_MS + 1);
  await app.round('booklet pages');
  expect(await Promise.all(images.map(statusOf))).toEqual([200, 200, 200]);
  const { bytes } = await app.db.query.selectFrom('files').select('bytes').where('id', '=', fileId).executeTakeFirstOrThrow();
  const stored = (await Array.fromAsync(app.deps.storage.list('booklets/'))).filter(({ name }) => name.includes(fileId));
  expect(stored.reduce((sum, { size }) => sum + size, 0)).toBe(bytes);
  await close();
});

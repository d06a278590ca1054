import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Actor } from '#app/domain/people/actor.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { MB } from '#app/domain/files/bucket.ts';
import { aPdfOf, aPicture } from '#tests/support/app/pictures.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { assignFiles, storeFile } from '../service.server.ts';
import { type FileAccess, serveFile } from './service.server.ts';

const GUEST: Actor = { kind: 'guest', visitor: null };

let app: TestApp;
let uploader: string;

beforeAll(async () => {
  app = await aTestApp();
  uploader = (await app.db.query.selectFrom('users').select('id').where('email', '=', 'soci@comboi.test').executeTakeFirstOrThrow()).id;
});
afterAll(() => closeInOrder(app));

function user(userId: string, rights: Extract<Actor, { kind: 'user' }>['rights'] = []): Actor {
  return { kind: 'user', userId, role: rights.includes('admin') ? 'admin' : 'socio', rights, name: 'Algú', email: 'algu@example.com' };
}

/** The name of a stored picture, part of a thing if one is named. */
async function aPictureOf(ownerId: string | null): Promise<string> {
  const outcome = await storeFile(app.deps, { bucket: 'news-images', content: await aPicture(), createdBy: uploader });
  if ('refused' in outcome) throw new Error(outcome.refused.code);
  if (ownerId !== null) await app.db.inTransaction((tx) => assignFiles(tx, { bucket: 'news-images', ownerId, fileIds: [outcome.stored.id], now: app.clock.now() }));
  return outcome.stored.variants[0]!.url.replace('/files/', '');
}

/** Status and headers for somebody, where the feature answers as told. */
async function answerTo(name: string, actor: Actor, answer: FileAccess): Promise<{ status: number; headers: Record<string, string> }> {
  const seen: unknown[] = [];
  const readers = { 'news-images': async (_deps: unknown, ask: unknown) => (seen.push(ask), answer) };
  const request = new Request(`http://127.0.0.1/files/${name}`);
  const response = await serveFile(app.deps, readers, { request, name, actor, spend: async () => {} }).catch(() => new Response(null, { status: 404 }));
  await response.body?.cancel();
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

describe('a file of a thing', () => {
  test('that everyone may see is kept by caches for an hour at most, and shown by mails of others', async () => {
    const { status, headers } = await answerTo(await aPictureOf('news 1'), GUEST, { to: 'everyone', downloadName: 'Notícia «1».webp' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': `inline; filename="Noticia _1_.webp"; filename*=UTF-8''Not%C3%ADcia%20%C2%AB1%C2%BB.webp`,
    });
  });

  test('that its reader alone may see is kept by no cache', async () => {
    const { status, headers } = await answerTo(await aPictureOf('news 2'), user(uploader), { to: 'reader' });
    expect([status, headers['cache-control'], headers['cross-origin-resource-policy']]).toEqual([200, 'private, no-cache', 'same-origin']);
  });

  test('that its feature refuses is there for admins alone', async () => {
    const name = await aPictureOf('draft 1');
    expect((await answerTo(name, GUEST, 'refused')).status).toBe(404);
    expect((await answerTo(name, user(uploader), 'refused')).status).toBe(404);
    expect((await answerTo(name, user(app.deps.ids.uuid(), ['editor']), 'refused')).status).toBe(404);
    expect((await answerTo(name, user(app.deps.ids.uuid(), ['admin']), 'refused')).headers['cache-control']).toBe('private, no-cache');
  });

  test('that is of nothing yet is for whoever brought it, and its feature is not asked', async () => {
    const name = await aPictureOf(null);
    expect((await answerTo(name, user(uploader), { to: 'everyone' })).headers['cache-control']).toBe('private, no-cache');
    expect((await answerTo(name, GUEST, { to: 'everyone' })).status).toBe(404);
    expect((await answerTo(name, user(app.deps.ids.uuid(), ['editor']), { to: 'everyone' })).status).toBe(404);
  });
});

test('a network that takes the same booklet over and over is told to wait, and nobody else is', async () => {
  const limited = await aTestApp({ env: { COMBOI_RATE_LIMITS: '1' } });
  const outcome = await storeFile(limited.deps, { bucket: 'booklets', content: aPdfOf(45 * MB), createdBy: uploader });
  if ('refused' in outcome) throw new Error(outcome.refused.code);
  const booklet = { id: limited.deps.ids.uuid(), year: 1980, fileId: outcome.stored.id, readingUntil: null, createdAt: limited.clock.now(), updatedAt: limited.clock.now() };
  await limited.db.inTransaction((tx) => assignFiles(tx, { bucket: 'booklets', ownerId: booklet.id, fileIds: [booklet.fileId], now: limited.clock.now() }));
  await limited.db.query.insertInto('booklets').values(booklet).execute();
  const take = async (address: string): Promise<number> => {
    const response = await limited.ask(outcome.stored.variants[0]!.url, { address, headers: { Range: 'bytes=0-' } });
    await response.body?.cancel();
    return response.status;
  };
  const statuses: number[] = [];
  for (let round = 0; round < 36; round += 1) statuses.push(await take('198.51.100.7'));
  expect(statuses.filter((status) => status === 206)).toHaveLength(33);
  expect(statuses.slice(33)).toEqual([429, 429, 429]);
  expect(await take('198.51.100.8')).toBe(206);
  await limited.close();
});

import { newsSearchText } from '#app/domain/news/search-text.ts';
import type { Deps } from '#app/deps.server.ts';
import { assignFiles, storeImage } from '#app/features/files/service.server.ts';

import { type CastNews, NEWS } from './cast-news.ts';
import { type PictureName, PICTURES } from './cast-pictures.ts';

const DAY_MS = 86_400_000;
const PICTURE_QUALITY = 90;

/** Loads the news of the demo with their pictures, the newest last; stops between two of them. */
export async function seedDemoNews(deps: Deps, signal: AbortSignal): Promise<void> {
  const { id: authorId } = await deps.db.query.selectFrom('users').select('id').where('email', '=', 'redaccio@comboi.test').executeTakeFirstOrThrow();
  for (const news of NEWS.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    if (signal.aborted) return;
    await insertNews(deps, news, authorId);
  }
}

async function insertNews(deps: Deps, { images, daysAgo, ...news }: CastNews, authorId: string): Promise<void> {
  const stored = await Promise.all(images.map(async ({ picture, alt }) => ({ fileId: await storePicture(deps, picture, authorId), alt })));
  const at = new Date(deps.clock.now().getTime() - daysAgo * DAY_MS);
  await deps.db.inTransaction(async (tx) => {
    const { id } = await tx
      .insertInto('news')
      .values({ ...news, tags: [...news.tags], authorId, searchText: newsSearchText(news), createdAt: at, updatedAt: at, publishedAt: news.status === 'published' ? at : null })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (stored.length === 0) return;
    const assigned = await assignFiles(tx, { bucket: 'news-images', ownerId: String(id), fileIds: stored.map(({ fileId }) => fileId), now: at });
    if ('missing' in assigned) throw new Error('a picture of the demo has got lost');
    await tx.insertInto('newsImages').values(stored.map(({ fileId, alt }, position) => ({ newsId: id, fileId, alt, position }))).execute();
  });
}

/** What draws them is loaded for the demo's first start alone. */
async function storePicture(deps: Deps, name: PictureName, createdBy: string): Promise<string> {
  const { default: sharp } = await import('sharp');
  const image = new Uint8Array(await sharp(Buffer.from(PICTURES[name])).jpeg({ quality: PICTURE_QUALITY }).toBuffer());
  const outcome = await storeImage(deps, { bucket: 'news-images', image, createdBy });
  if ('refused' in outcome) throw new Error(`a picture of the demo was refused: ${outcome.refused.code}`);
  return outcome.stored.id;
}

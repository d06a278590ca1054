import { newsSearchText } from '#app/domain/news/search-text.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { assignFiles, storeFile } from '#app/features/files/service.server.ts';

import type { TestApp } from './test-app.ts';

type Newsroom = Pick<TestApp, 'db' | 'deps'> & { clock: Deps['clock'] };

export interface NewsInput {
  title?: string;
  content?: string;
  excerpt?: string;
  status?: 'draft' | 'published';
  category?: string;
  tags?: string[];
  featured?: boolean;
  /** By default now. */
  publishedAt?: Date;
  images?: { bytes: Uint8Array; alt: string }[];
}

let written = 0;

/** A news item of its own for a test, published unless told; its id. */
export async function aNewsItem(app: Newsroom, { images = [], ...input }: NewsInput = {}): Promise<number> {
  written += 1;
  const now = app.clock.now();
  const news = { title: `Notícia ${written}`, content: 'El que ha passat.', excerpt: null, status: 'published' as const, category: 'general', tags: [], featured: false, ...input };
  const { id: authorId } = await app.db.query.selectFrom('users').select('id').where('email', '=', 'redaccio@comboi.test').executeTakeFirstOrThrow();
  const { id } = await app.db.query
    .insertInto('news')
    .values({ ...news, searchText: newsSearchText(news), authorId, createdAt: now, updatedAt: now, publishedAt: news.status === 'published' ? (input.publishedAt ?? now) : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const fileIds: string[] = [];
  for (const { bytes } of images) {
    let outcome: Awaited<ReturnType<typeof storeFile>>;
    do outcome = await storeFile(app.deps, { bucket: 'news-images', content: bytes, createdBy: authorId });
    while ('refused' in outcome && outcome.refused.code === 'TOO_BUSY');
    if ('refused' in outcome) throw new Error(outcome.refused.code);
    fileIds.push(outcome.stored.id);
  }
  await app.db.inTransaction(async (tx) => {
    await assignFiles(tx, { bucket: 'news-images', ownerId: String(id), fileIds, now });
    for (const [position, fileId] of fileIds.entries()) await tx.insertInto('newsImages').values({ newsId: id, fileId, position, alt: images[position]!.alt }).execute();
  });
  return id;
}

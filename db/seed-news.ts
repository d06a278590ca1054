import { createNews, type EditorId } from '#app/features/news/admin/service.server.ts';
import { storeFile } from '#app/features/files/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { castStaff } from './cast-staff.ts';
import { type CastNews, NEWS } from './cast-news.ts';
import type { PictureName } from './cast-pictures.ts';
import { drawForDemo } from './demo-artist.server.ts';

const DAY_MS = 86_400_000;

export async function seedDemoNews(deps: Deps, signal: AbortSignal): Promise<void> {
  const author = await castStaff(deps, 'redaccio@comboi.test', 'editor');
  for (const news of NEWS.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    if (signal.aborted) return;
    await addNews(deps, news, author);
  }
}

async function addNews(deps: Deps, { images: pictures, daysAgo, ...news }: CastNews, author: EditorId): Promise<void> {
  const images = await Promise.all(pictures.map(async ({ picture, alt }) => ({ fileId: await storePicture(deps, picture, author), alt })));
  const publishedAt = news.status === 'published' ? new Date(deps.clock.now().getTime() - daysAgo * DAY_MS).toISOString() : null;
  const created = await createNews(deps, author, { draft: { ...news, publishedAt, images } });
  if (created.outcome !== 'done') throw new Error(`news of the demo were refused: ${JSON.stringify(created)}`);
}

async function storePicture(deps: Deps, name: PictureName, createdBy: string): Promise<string> {
  const outcome = await storeFile(deps, { bucket: 'news-images', content: await drawForDemo({ kind: 'picture', name }), createdBy });
  if ('refused' in outcome) throw new Error(`a picture of the demo was refused: ${outcome.refused.code}`);
  return outcome.stored.id;
}

import { withIdempotency, type KeyReused } from '#app/platform/adapters/db/idempotency.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { recordOf } from '#app/platform/adapters/db/record-columns.server.ts';
import type { StorageUsage } from '#app/domain/files/usage.ts';
import type { Problems } from '#app/domain/fields/field.ts';
import { newsProblems, publicationOf } from '#app/domain/news/news-draft.ts';
import { NEWS_FIELDS, type NewsDraft } from '#app/domain/news/news-fields.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { assignFiles } from '#app/features/files/service.server.ts';
import { usageOf } from '#app/features/files/upkeep/service.server.ts';
import type { Staff } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost, type StaffWork } from '#app/platform/http/guards/staff.server.ts';

import type { EditedNews } from '../schema.ts';
import { imagesOf } from '../service.server.ts';
import { selectCategories, selectNewsItem } from '../store.server.ts';
import { deleteNewsRow, insertNews, lockNews, nextNewsId, selectTitles, updateNews, writeImages } from './store.server.ts';

const BUCKET = 'news-images';

export type EditorId = Staff<'editor'>;

interface Keyed {
  idempotencyKey?: string | null;
}

type Invalid = { outcome: 'invalid'; problems: Problems };
type NotFound = { outcome: 'not_found' };

export async function findEditedNews(deps: Deps, id: number): Promise<EditedNews | null> {
  return deps.db.inTransaction((tx) => editedNews(tx, id));
}

export async function listCategories(deps: Deps): Promise<string[]> {
  return selectCategories(deps.db.query, null);
}

export type CreateNewsOutcome = { outcome: 'done'; id: number; version: number } | Invalid | KeyReused | RightLost;

export async function createNews(deps: Deps, editor: EditorId, { draft, idempotencyKey = null }: { draft: NewsDraft } & Keyed): Promise<CreateNewsOutcome> {
  const problems = newsProblems(draft);
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  return asStaff(deps, { staff: editor, right: 'editor' }, (tx, work) =>
    withIdempotency(tx, { key: idempotencyKey, scope: 'news', request: ['create', editor, draft], now: work.now }, async () => {
      const id = await nextNewsId(tx);
      const refused = await takeFiles(tx, { id, draft, now: work.now });
      if (refused !== null) return refused;
      await insertNews(tx, { id, draft: dated(draft, { publishedAt: null, now: work.now }), authorId: editor, now: work.now });
      await writeImages(tx, id, draft.images);
      await work.audit({ action: 'news.created', subject: 'news', subjectId: String(id), detail: { status: draft.status } });
      return { outcome: 'done' as const, id, version: 1 };
    }),
  );
}

export interface NewsEdit extends Keyed {
  id: number;
  version: number;
  draft: NewsDraft;
}

export type SaveNewsOutcome = { outcome: 'done'; version: number } | { outcome: 'conflict'; current: EditedNews } | NotFound | Invalid | KeyReused | RightLost;

/** Overwrites no newer version. */
export async function saveNews(deps: Deps, editor: EditorId, edit: NewsEdit): Promise<SaveNewsOutcome> {
  const problems = newsProblems(edit.draft);
  if (Object.keys(problems).length > 0) return { outcome: 'invalid', problems };
  return asStaff(deps, { staff: editor, right: 'editor' }, (tx, work) =>
    withIdempotency(tx, { key: edit.idempotencyKey ?? null, scope: 'news', request: ['save', editor, edit], now: work.now }, () => saveTx(tx, { edit, work })),
  );
}

async function saveTx(tx: Tx, { edit, work }: { edit: NewsEdit; work: StaffWork }): Promise<Exclude<SaveNewsOutcome, KeyReused | RightLost>> {
  const { id, draft } = edit;
  const standing = await lockNews(tx, id);
  if (standing === null) return { outcome: 'not_found' };
  if (standing.version !== edit.version) return { outcome: 'conflict', current: (await editedNews(tx, id))! };
  const refused = await takeFiles(tx, { id, draft, now: work.now });
  if (refused !== null) return refused;
  const version = await updateNews(tx, { id, draft: dated(draft, { publishedAt: standing.publishedAt, now: work.now }), now: work.now });
  await writeImages(tx, id, draft.images);
  await work.audit({ action: 'news.changed', subject: 'news', subjectId: String(id), detail: { version, status: draft.status } });
  return { outcome: 'done', version };
}

export type DeleteNewsOutcome = { outcome: 'done' } | NotFound | KeyReused | RightLost;

export async function deleteNews(deps: Deps, editor: EditorId, { id, idempotencyKey = null }: { id: number } & Keyed): Promise<DeleteNewsOutcome> {
  return asStaff<'editor', Exclude<DeleteNewsOutcome, RightLost>>(deps, { staff: editor, right: 'editor' }, (tx, work) =>
    withIdempotency<{ outcome: 'done' } | NotFound>(tx, { key: idempotencyKey, scope: 'news', request: ['delete', editor, id], now: work.now }, async () => {
      if ((await lockNews(tx, id)) === null) return { outcome: 'not_found' };
      await deleteNewsRow(tx, id);
      await assignFiles(tx, { bucket: BUCKET, ownerId: String(id), fileIds: [], now: work.now });
      await work.audit({ action: 'news.deleted', subject: 'news', subjectId: String(id) });
      return { outcome: 'done' };
    }),
  );
}

export interface NewsUsage extends StorageUsage {
  news: { id: number; title: string; bytes: number; images: { id: string; bytes: number }[] }[];
}

export async function newsUsage(deps: Deps): Promise<NewsUsage> {
  const usage = await usageOf(deps, BUCKET);
  const titles = await selectTitles(deps.db.query);
  const news = titles.map(({ id, title }) => {
    const images = usage.files.filter(({ ownerId }) => ownerId === String(id)).map((file) => ({ id: file.id, bytes: file.bytes }));
    return { id, title, images, bytes: images.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
  return { ...usage, news: news.filter(({ bytes }) => bytes > 0).toSorted((one, other) => other.bytes - one.bytes) };
}

async function takeFiles(tx: Tx, { id, draft, now }: { id: number; draft: NewsDraft; now: Date }): Promise<Invalid | null> {
  const assigned = await assignFiles(tx, { bucket: BUCKET, ownerId: String(id), fileIds: draft.images.map(({ fileId }) => fileId), now });
  return 'missing' in assigned ? { outcome: 'invalid', problems: { images: MISSING_IMAGES } } : null;
}

const MISSING_IMAGES = "Hi ha imatges que ja no hi són: esborra-les d'esta llista i torna-les a pujar";

function dated(draft: NewsDraft, known: { publishedAt: Date | null; now: Date }): NewsDraft {
  const chosen = draft.publishedAt === null ? null : new Date(draft.publishedAt);
  return { ...draft, publishedAt: publicationOf({ status: draft.status, publishedAt: chosen }, known)?.toISOString() ?? null };
}

async function editedNews(tx: Tx, id: number): Promise<EditedNews | null> {
  const row = await selectNewsItem(tx, id);
  if (row === null) return null;
  const { version, createdAt, updatedAt } = row;
  return {
    id,
    version,
    ...recordOf(NEWS_FIELDS, row),
    images: (await imagesOf(tx, [id])).get(id) ?? [],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

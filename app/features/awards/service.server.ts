import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { fileRefusalText, IMAGE_GONE } from '#app/domain/files/file-refusal.ts';
import { type Picture, pictureOf } from '#app/domain/files/picture.ts';
import type { SentImage } from '#app/domain/files/sent-image.ts';
import { MAX_AWARD_PHOTOS } from '#app/domain/site/award.ts';
import type { AwardDraft } from '#app/domain/site/award-fields.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { assignFiles, findFiles, takeImage } from '#app/features/files/service.server.ts';
import type { FileAccess } from '#app/features/files/serving/service.server.ts';
import type { Staff } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost, type StaffWork } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type AwardRow, deleteAward, insertAward, lockAward, replacePhotos, selectAward, selectAwards, selectPhotos, updateAward } from './store.server.ts';

type Editor = Staff<'editor'>;

export interface AwardPhoto extends Picture {
  fileId: string;
}

export interface Award extends AwardRow {
  photos: AwardPhoto[];
}

export async function listAwards(deps: Deps): Promise<Award[]> {
  return withPhotos(deps, await selectAwards(deps.db.query));
}

export async function findAward(deps: Deps, id: string): Promise<Award | null> {
  const row = isUuid(id) ? await selectAward(deps.db.query, id) : null;
  return row && ((await withPhotos(deps, [row]))[0] ?? null);
}

async function withPhotos(deps: Deps, rows: readonly AwardRow[]): Promise<Award[]> {
  const photos = await selectPhotos(deps.db.query, rows.map(({ id }) => id));
  const pictures = new Map((await findFiles(deps.db.query, photos.map(({ fileId }) => fileId))).map((file) => [file.id, pictureOf(file)]));
  return rows.map((row) => ({
    ...row,
    photos: photos.flatMap(({ awardId, fileId }) => {
      const picture = awardId === row.id ? pictures.get(fileId) : undefined;
      return picture ? [{ ...picture, fileId }] : [];
    }),
  }));
}

export async function addAward(deps: Deps, editor: Editor, draft: AwardDraft): Promise<{ outcome: 'done'; id: string } | RightLost> {
  return asStaff(deps, { staff: editor, right: 'editor' }, async (tx, work) => {
    const id = deps.ids.uuid();
    await insertAward(tx, draft, { id, now: work.now });
    await recordChange(work, 'award.added', id);
    return { outcome: 'done' as const, id };
  });
}

export type RemoveOutcome = { outcome: 'done' } | { outcome: 'not_found' } | RightLost;
type SaveOutcome = RemoveOutcome | { outcome: 'conflict'; current: AwardRow };

export async function saveAward(deps: Deps, editor: Editor, { id, version, draft }: { id: string; version: number; draft: AwardDraft }): Promise<SaveOutcome> {
  return edit(deps, editor, { id, action: 'award.changed' }, async (tx, _work, standing): Promise<SaveOutcome> => {
    if (version !== standing.version) return { outcome: 'conflict', current: standing };
    await updateAward(tx, id, draft);
    return DONE;
  });
}

export async function removeAward(deps: Deps, editor: Editor, id: string): Promise<RemoveOutcome> {
  return edit(deps, editor, { id, action: 'award.removed' }, async (tx, work) => {
    await assignFiles(tx, { bucket: 'awards', ownerId: id, fileIds: [], now: work.now });
    await deleteAward(tx, id);
    return DONE;
  });
}

export type PhotosOutcome = RemoveOutcome | { outcome: 'refused_image'; problem: string } | { outcome: 'too_many' };

/** Photos that were accepted stay even where another one is refused. */
export async function addPhotos(deps: Deps, editor: Editor, { id, images }: { id: string; images: readonly SentImage[] }): Promise<PhotosOutcome> {
  const standing = await selectPhotos(deps.db.query, [id]);
  const hanging = new Set(standing.map(({ fileId }) => fileId));
  const fresh = images.filter((image) => !('fileId' in image && hanging.has(image.fileId)));
  if (standing.length + fresh.length > MAX_AWARD_PHOTOS) return { outcome: 'too_many' };
  for (const image of fresh) {
    const stored = await takeImage(deps, { bucket: 'awards', image, createdBy: editor });
    if ('refused' in stored) return { outcome: 'refused_image', problem: fileRefusalText(stored.refused, 'awards') };
    const added = await changePhotos(deps, editor, { id, change: (fileIds) => (fileIds.includes(stored.fileId) ? fileIds : [...fileIds, stored.fileId]) });
    if (added.outcome !== 'done') return added;
  }
  return { outcome: 'done' };
}

export async function removePhoto(deps: Deps, editor: Editor, { id, fileId }: { id: string; fileId: string }): Promise<PhotosOutcome> {
  return changePhotos(deps, editor, { id, change: (fileIds) => fileIds.filter((one) => one !== fileId) });
}

/** A photo is as public as its award, and every award is. */
export async function awardFileAccess(deps: Deps, { ownerId }: { ownerId: string }): Promise<FileAccess> {
  return isUuid(ownerId) && (await selectAward(deps.db.query, ownerId)) !== null ? { to: 'everyone' } : 'refused';
}

async function changePhotos(deps: Deps, editor: Editor, { id, change }: { id: string; change: (fileIds: string[]) => string[] }): Promise<PhotosOutcome> {
  return edit(deps, editor, { id, action: 'award.photos_changed' }, async (tx, work): Promise<PhotosOutcome> => {
    const fileIds = change((await selectPhotos(tx, [id])).map(({ fileId }) => fileId));
    if (fileIds.length > MAX_AWARD_PHOTOS) return { outcome: 'too_many' };
    const assigned = await assignFiles(tx, { bucket: 'awards', ownerId: id, fileIds, now: work.now });
    if ('missing' in assigned) return { outcome: 'refused_image', problem: IMAGE_GONE };
    await replacePhotos(tx, { awardId: id, fileIds });
    return DONE;
  });
}

const DONE = { outcome: 'done' as const };

async function edit<Edited extends { outcome: string }>(
  deps: Deps,
  editor: Editor,
  which: { id: string; action: string },
  work: (tx: Tx, staffWork: StaffWork, standing: AwardRow) => Promise<Edited>,
): Promise<RemoveOutcome | Edited> {
  return asStaff(deps, { staff: editor, right: 'editor' }, async (tx, staffWork): Promise<RemoveOutcome | Edited> => {
    const standing = await lockAward(tx, which.id);
    if (!standing) return { outcome: 'not_found' };
    const edited = await work(tx, staffWork, standing);
    if (edited.outcome === 'done') await recordChange(staffWork, which.action, which.id);
    return edited;
  });
}

function recordChange(work: StaffWork, action: string, id: string): Promise<void> {
  return work.audit({ action, subject: 'award', subjectId: id });
}

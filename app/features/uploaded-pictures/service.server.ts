import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { fileRefusalText, IMAGE_GONE } from '#app/domain/files/file-refusal.ts';
import { pictureOf } from '#app/domain/files/picture.ts';
import type { SentImage } from '#app/domain/files/sent-image.ts';
import { assignFiles, storeFile, takeImage } from '#app/features/files/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { deletePicture, lockEvent, replacePicture, selectPictureFile } from './store.server.ts';

/** Null: none was uploaded, and a poster is drawn. */
export async function uploadedPicture(deps: Deps, eventId: number): Promise<string | null> {
  return selectPictureFile(deps.db.query, eventId);
}

export type PictureOutcome = { outcome: 'done' } | { outcome: 'not_found' } | { outcome: 'refused_image'; problem: string } | RightLost;

/** Belongs to no event until one is saved with it. */
export async function storePicture(deps: Deps, admin: AdminId, content: Uint8Array): Promise<{ fileId: string; src: string } | { problem: string }> {
  const outcome = await storeFile(deps, { bucket: 'events', content, createdBy: admin });
  if ('refused' in outcome) return { problem: fileRefusalText(outcome.refused, 'events') };
  const picture = pictureOf(outcome.stored);
  return picture === null ? { problem: fileRefusalText({ code: 'UNREADABLE' }, 'events') } : { fileId: outcome.stored.id, src: picture.src };
}

export async function setEventPicture(deps: Deps, admin: AdminId, { eventId, image }: { eventId: number; image: SentImage }): Promise<PictureOutcome> {
  const stored = await takeImage(deps, { bucket: 'events', image, createdBy: admin });
  if ('refused' in stored) return { outcome: 'refused_image', problem: fileRefusalText(stored.refused, 'events') };
  return change(deps, admin, { eventId, action: 'event.picture_set' }, async (tx, now) =>
    (await putPicture(tx, { eventId, fileId: stored.fileId, by: admin, now })) ? { outcome: 'done' } : { outcome: 'refused_image', problem: IMAGE_GONE },
  );
}

export async function removeEventPicture(deps: Deps, admin: AdminId, eventId: number): Promise<PictureOutcome> {
  return change(deps, admin, { eventId, action: 'event.picture_removed' }, async (tx, now) => {
    await deletePicture(tx, eventId);
    await assignFiles(tx, { bucket: 'events', ownerId: String(eventId), fileIds: [], now });
    return { outcome: 'done' };
  });
}

/** False when the file is gone, or something else's. */
export async function putPicture(tx: Tx, picture: { eventId: number; fileId: string; by: AdminId; now: Date }): Promise<boolean> {
  const { eventId, fileId, now } = picture;
  const assigned = await assignFiles(tx, { bucket: 'events', ownerId: String(eventId), fileIds: [fileId], now });
  if ('missing' in assigned) return false;
  await replacePicture(tx, picture);
  return true;
}

async function change(deps: Deps, admin: AdminId, which: { eventId: number; action: string }, work: (tx: Tx, now: Date) => Promise<PictureOutcome>): Promise<PictureOutcome> {
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<PictureOutcome> => {
    if (!(await lockEvent(tx, which.eventId))) return { outcome: 'not_found' };
    const changed = await work(tx, now);
    if (changed.outcome === 'done') await audit({ action: which.action, subject: 'event', subjectId: String(which.eventId) });
    return changed;
  });
}

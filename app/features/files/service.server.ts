import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Bucket } from '#app/domain/files/bucket.ts';
import type { FileRefusal } from '#app/domain/files/file-refusal.ts';
import type { ImageVariant } from '#app/domain/files/image-variants.ts';
import type { SentImage } from '#app/domain/files/sent-image.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { discardFile, type FileOutcome, saveFile, objectName, reserveFile } from './save-file.server.ts';
import { storedFiles } from './read-files.server.ts';
import { lockFiles, moveFile, selectFile, selectVariants, setOwner } from './store.server.ts';

/** A whole picture or PDF, as sent in a form. It belongs to nothing until `assignFiles`. */
export async function storeFile(deps: Deps, { bucket, content, createdBy }: { bucket: Bucket; content: Uint8Array; createdBy: string }): Promise<FileOutcome> {
  const id = deps.ids.uuid();
  const size = content.byteLength;
  const refused = await deps.db.inTransaction((tx) => reserveFile(tx, { id, bucket, bytes: size, createdBy }, deps.clock.now()));
  if (refused) return { refused };
  try {
    const outcome = await saveFile(deps, { id, bucket, size, open: () => Readable.from([content], { objectMode: false }) });
    if ('refused' in outcome) await discardFile(deps, id);
    return outcome;
  } catch (error) {
    await discardFile(deps, id).catch((late: unknown) => deps.log.warn({ err: late }, 'what is left of a file is removed later'));
    throw error;
  }
}

export async function takeImage(deps: Deps, { bucket, image, createdBy }: { bucket: Bucket; image: SentImage; createdBy: string }): Promise<{ fileId: string } | { refused: FileRefusal }> {
  if ('fileId' in image) return image;
  const outcome = await storeFile(deps, { bucket, content: image.bytes, createdBy });
  return 'refused' in outcome ? outcome : { fileId: outcome.stored.id };
}

/** `missing`, incomplete, or already part of something else. */
export type AssignOutcome = { assigned: StoredFile[] } | { missing: string[] };

/** Replaces the files that `ownerId` consists of: those no longer named are deleted (unreadable on commit, their objects later). */
export async function assignFiles(tx: Tx, { bucket, ownerId, fileIds, now }: { bucket: Bucket; ownerId: string; fileIds: readonly string[]; now: Date }): Promise<AssignOutcome> {
  const found = await lockFiles(tx, { bucket, ownerId, ids: fileIds });
  const free = new Set(found.filter((file) => file.state === 'ready' && (file.ownerId === null || file.ownerId === ownerId)).map(({ id }) => id));
  const missing = fileIds.filter((id) => !free.has(id));
  if (missing.length > 0) return { missing };
  const added = found.filter((file) => file.ownerId === null && fileIds.includes(file.id)).map(({ id }) => id);
  if (added.length > 0) await setOwner(tx, { ids: added, ownerId, now });
  for (const file of found) {
    if (file.ownerId === ownerId && !fileIds.includes(file.id)) await moveFile(tx, { id: file.id, from: 'ready', to: 'deleted', now });
  }
  return { assigned: await storedFiles(tx, fileIds) };
}

/** Incomplete files are left out; in the order of `fileIds`. */
export async function findFiles(query: Query | Tx, fileIds: readonly string[]): Promise<StoredFile[]> {
  return storedFiles(query, fileIds);
}

/** Null when it is missing. */
export async function readImage(deps: Pick<Deps, 'db' | 'storage'>, { fileId, variant }: { fileId: string; variant: ImageVariant }): Promise<Uint8Array | null> {
  const [file, variants] = [await selectFile(deps.db.query, fileId), await selectVariants(deps.db.query, [fileId])];
  const named = variants.find((one) => one.variant === variant);
  if (!file || !named || file.state !== 'ready') return null;
  const stream = await deps.storage.read(objectName(file.bucket, named.name));
  return stream && new Uint8Array(await buffer(stream));
}

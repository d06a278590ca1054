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

/** Takes a picture or a PDF that came at once, for instance with a form. It is part of nothing until `assignFiles`. */
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

/** The id of an image that a form brought, its bytes stored first where it brought those. */
export async function takeImage(deps: Deps, { bucket, image, createdBy }: { bucket: Bucket; image: SentImage; createdBy: string }): Promise<{ fileId: string } | { refused: FileRefusal }> {
  if ('fileId' in image) return image;
  const outcome = await storeFile(deps, { bucket, content: image.bytes, createdBy });
  return 'refused' in outcome ? outcome : { fileId: outcome.stored.id };
}

/** What is wrong with files that were to become part of something: gone, not whole yet, or part of something else. */
export type AssignOutcome = { assigned: StoredFile[] } | { missing: string[] };

/**
 * Says which files a thing consists of from now on: new ones become part of it, those it had and are not named are deleted
 * (unreadable once the transaction commits, removed from the storage after). An empty list deletes them all.
 */
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

/** The files that are whole, in the order asked for; those that aren't are left out. */
export async function findFiles(query: Query | Tx, fileIds: readonly string[]): Promise<StoredFile[]> {
  return storedFiles(query, fileIds);
}

/** One stored image as it lies in the storage; null when it is not there. */
export async function readImage(deps: Pick<Deps, 'db' | 'storage'>, { fileId, variant }: { fileId: string; variant: ImageVariant }): Promise<Uint8Array | null> {
  const [file, variants] = [await selectFile(deps.db.query, fileId), await selectVariants(deps.db.query, [fileId])];
  const named = variants.find((one) => one.variant === variant);
  if (!file || !named || file.state !== 'ready') return null;
  const stream = await deps.storage.read(objectName(file.bucket, named.name));
  return stream && new Uint8Array(await buffer(stream));
}

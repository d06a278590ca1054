import type { Readable } from 'node:stream';

import type { NewObject } from '#app/platform/adapters/storage/file-storage.server.ts';
import { type Bucket, BUCKETS, type FileVariant } from '#app/domain/files/bucket.ts';
import type { FileRefusal } from '#app/domain/files/file-refusal.ts';
import { fileTypeOf, isImageType, SIGNATURE_BYTES } from '#app/domain/files/file-type.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { storedFiles } from './read-files.server.ts';
import { forgetFile, insertFile, lockBucket, moveFile, replaceVariants, selectFile, selectObjectsOfDeleted, setBytes, sumOfOtherFiles } from './store.server.ts';

export type FileOutcome = { stored: StoredFile } | { refused: FileRefusal };

export interface ReceivedFile {
  id: string;
  bucket: Bucket;
  /** In bytes. */
  size: number;
  /** From the beginning; may be called more than once. */
  open: () => Readable;
}

interface NewFile {
  id: string;
  bucket: Bucket;
  /** Bytes reserved in the quota until the stored size is known. */
  bytes: number;
  createdBy: string;
}

type NewVariant = Pick<NewObject, 'body' | 'size' | 'mediaType'> & { variant: FileVariant; name: string; width: number | null; height: number | null };

export async function reserveFile(tx: Tx, file: NewFile, now: Date): Promise<FileRefusal | null> {
  const { maxUploadBytes } = BUCKETS[file.bucket];
  if (file.bytes > maxUploadBytes) return { code: 'TOO_LARGE', bytes: file.bytes };
  const full = await quotaRefusal(tx, { bucket: file.bucket, fileId: file.id, bytes: file.bytes });
  if (full) return full;
  await insertFile(tx, { ...file, state: 'uploading', now });
  return null;
}

/** Retryable after a failure; the caller discards a refused file. */
export async function saveFile(deps: Deps, file: ReceivedFile): Promise<FileOutcome> {
  const read = await readVariants(deps, file);
  const refused = 'refused' in read ? read.refused : await store(deps, file, read.variants);
  return refused ? { refused } : { stored: (await storedFiles(deps.db.query, [file.id]))[0]! };
}

/** Unreadable at once; the sweep deletes objects that can't be deleted now. */
export async function discardFile(deps: Deps, id: string): Promise<void> {
  const now = deps.clock.now();
  await moveFile(deps.db.query, { id, from: 'uploading', to: 'deleted', now });
  await removeDeleted(deps, id);
}

/** Objects before the row, so that no object is orphaned. */
export async function removeDeleted(deps: Pick<Deps, 'db' | 'storage'>, id: string): Promise<void> {
  for (const object of await selectObjectsOfDeleted(deps.db.query, id)) await deps.storage.remove(object);
  await forgetFile(deps.db.query, id);
}

export function objectName(bucket: Bucket, name: string): string {
  return `${bucket}/${name}`;
}

async function readVariants(deps: Deps, { id, bucket, size, open }: ReceivedFile): Promise<{ variants: NewVariant[] } | { refused: FileRefusal }> {
  const type = fileTypeOf(await beginningOf(open()));
  if (BUCKETS[bucket].holds === 'pdf') {
    if (type !== 'pdf') return { refused: { code: 'WRONG_TYPE' } };
    return { variants: [{ variant: 'original', name: `${id}.pdf`, mediaType: 'application/pdf', body: open(), size, width: null, height: null }] };
  }
  if (!isImageType(type)) return { refused: { code: 'WRONG_TYPE' } };
  const outcome = await deps.images.encode(open());
  if ('refused' in outcome) return { refused: { code: REFUSED_IMAGES[outcome.refused] } };
  return {
    variants: outcome.encoded.map(({ variant, mediaType, width, height, bytes }) => ({
      variant,
      mediaType,
      width,
      height,
      name: `${id}-${variant}.${mediaType === 'image/webp' ? 'webp' : 'jpg'}`,
      body: bytes,
      size: bytes.byteLength,
    })),
  };
}

const REFUSED_IMAGES = { too_many_pixels: 'TOO_MANY_PIXELS', unreadable: 'UNREADABLE', busy: 'TOO_BUSY' } as const;

async function store(deps: Deps, { id, bucket }: { id: string; bucket: Bucket }, variants: readonly NewVariant[]): Promise<FileRefusal | null> {
  const bytes = variants.reduce((sum, { size }) => sum + size, 0);
  const full = await deps.db.inTransaction(async (tx) => {
    const refused = await quotaRefusal(tx, { bucket, fileId: id, bytes });
    if (refused) return refused;
    await setBytes(tx, { id, bytes });
    await replaceVariants(
      tx,
      id,
      variants.map(({ variant, name, mediaType, size, width, height }) => ({ fileId: id, variant, name, mediaType, bytes: size, width, height })),
    );
    return null;
  });
  if (full) return full;
  for (const { name, body, size, mediaType } of variants) await deps.storage.put({ name: objectName(bucket, name), body, size, mediaType });
  await deps.checkpoint('after-file-before-ready');
  const isReady = await moveFile(deps.db.query, { id, from: 'uploading', to: 'ready', now: deps.clock.now() });
  if (!isReady && (await selectFile(deps.db.query, id))?.state !== 'ready') throw new Error('the file was given up while it was stored');
  return null;
}

/** The bucket's lock makes concurrent uploads count each other. */
export async function quotaRefusal(tx: Tx, { bucket, fileId, bytes }: { bucket: Bucket; fileId: string; bytes: number }): Promise<FileRefusal | null> {
  await lockBucket(tx, bucket);
  const others = await sumOfOtherFiles(tx, { bucket, fileId });
  const left = BUCKETS[bucket].quotaBytes - others.bytes;
  if (bytes <= left) return null;
  return { code: 'QUOTA_FULL', left: Math.max(0, left), begun: bytes <= left + others.begun ? others.begun : 0 };
}

async function beginningOf(stream: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const source: AsyncIterable<Uint8Array> = stream;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= SIGNATURE_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, SIGNATURE_BYTES);
}

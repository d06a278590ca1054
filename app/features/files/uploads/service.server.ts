import { Readable } from 'node:stream';

import { type Bucket, BUCKETS } from '#app/domain/files/bucket.ts';
import type { FileRefusal } from '#app/domain/files/file-refusal.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { discardFile, type FileOutcome, saveFile, reserveFile } from '../save-file.server.ts';
import { findFiles } from '../service.server.ts';
import { addPiece, claimFinish, forgetUpload, insertUpload, type PieceRow, releaseFinish, selectLeftPieces, selectOpenUploads, selectPieces, selectUpload, type UploadRow } from './store.server.ts';

/** Most that a broken connection loses; also the memory per upload. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Duration of a claim; two concurrent finishes produce the same file. */
const FINISH_MS = 90_000;
export const PIECES_FOLDER = 'uploads';
const CLEARED_AT_ONCE = 20;

/** Another request appended at this offset first, or the upload has ended. */
export class UploadConflict extends Error {
  override name = 'UploadConflict';
}

/** Of one person and bucket: the oldest goes for the next. A page sends up to five pictures side by side. */
const MOST_OPEN = { pdf: 2, image: 6 };

/** What was begun and never came holds no room of others. */
async function endOldestUploads(deps: Deps, { bucket, createdBy }: { bucket: Bucket; createdBy: string }): Promise<void> {
  for (const id of await selectOpenUploads(deps.db.query, { bucket, createdBy, after: MOST_OPEN[BUCKETS[bucket].holds] - 1 })) await discardFile(deps, id);
}

export async function beginUpload(deps: Deps, { id, bucket, size, createdBy }: { id: string; bucket: Bucket; size: number; createdBy: string }): Promise<FileRefusal | null> {
  await endOldestUploads(deps, { bucket, createdBy });
  return deps.db.inTransaction(async (tx) => {
    const refused = await reserveFile(tx, { id, bucket, bytes: size, createdBy }, deps.clock.now());
    if (refused === null) await insertUpload(tx, { fileId: id, size });
    return refused;
  });
}

export async function findUpload(deps: Deps, id: string): Promise<UploadRow | null> {
  const found = await selectUpload(deps.db.query, id);
  return found?.state === 'deleted' ? null : found;
}

/** Resolves to the new offset; bytes before a broken connection are stored. Throws `UploadConflict`. */
export async function receive(deps: Deps, { id, from, stream }: { id: string; from: number; stream: Readable }): Promise<number> {
  let received = from;
  // One buffer for all pieces: memory outside the heap is freed late.
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let length = 0;
  const storeWaiting = async (): Promise<void> => {
    if (length === 0) return;
    const body = piece.subarray(0, length);
    length = 0;
    await storePiece(deps, { id, start: received, body });
    received += body.byteLength;
  };
  try {
    const chunks: AsyncIterable<Uint8Array> = stream;
    for await (const chunk of chunks) {
      for (let consumed = 0; consumed < chunk.byteLength; ) {
        const part = chunk.subarray(consumed, consumed + PIECE_BYTES - length);
        piece.set(part, length);
        length += part.byteLength;
        consumed += part.byteLength;
        if (length === PIECE_BYTES) await storeWaiting();
      }
    }
  } catch (error) {
    if (!(error instanceof UploadConflict)) await storeWaiting();
    throw error;
  }
  await storeWaiting();
  return received;
}

async function storePiece(deps: Deps, { id, start, body }: { id: string; start: number; body: Buffer }): Promise<void> {
  const piece: PieceRow = { start, bytes: body.byteLength, objectName: `${PIECES_FOLDER}/${id}/${deps.ids.uuid()}` };
  await deps.storage.put({ name: piece.objectName, body, size: piece.bytes, mediaType: 'application/octet-stream' });
  const isNext = await deps.db.inTransaction((tx) => addPiece(tx, { fileId: id, piece, now: deps.clock.now() }));
  if (isNext) return;
  await deps.storage.remove(piece.objectName);
  throw new UploadConflict(`piece at ${start}`);
}

export type UploadOutcome =
  | { stored: StoredFile }
  | { refused: FileRefusal }
  | { unfinished: { received: number; size: number } }
  | 'gone';

/** Idempotent: a lost answer is repeated. */
export async function finishUpload(deps: Deps, id: string): Promise<UploadOutcome> {
  const found = await findUpload(deps, id);
  if (found === null) return 'gone';
  if (found.state === 'ready') return { stored: (await findFiles(deps.db.query, [id]))[0]! };
  const { size, received } = found.upload!;
  const now = deps.clock.now();
  if (!(await claimFinish(deps.db.query, { fileId: id, now, until: new Date(now.getTime() + FINISH_MS) }))) return { unfinished: { received, size } };
  const pieces = await selectPieces(deps.db.query, id);
  let outcome: FileOutcome | null = null;
  try {
    outcome = await saveFile(deps, { id, bucket: found.bucket, size, open: () => Readable.from(contentOf(deps, pieces), { objectMode: false }) });
  } finally {
    // All bytes are stored: a retry need not send them again.
    if (outcome === null || isForLater(outcome)) await releaseFinish(deps.db.query, id);
  }
  if ('stored' in outcome) {
    await deps.checkpoint('after-ready-before-pieces');
    await clearPieces(deps, id);
  } else if (!isForLater(outcome)) await discardFile(deps, id);
  return outcome;
}

function isForLater(outcome: FileOutcome): boolean {
  return 'refused' in outcome && outcome.refused.code === 'TOO_BUSY';
}

/** A complete file stays with its feature. */
export async function abandonUpload(deps: Deps, id: string): Promise<void> {
  await discardFile(deps, id);
}

/** A process may die between storing the file and deleting its pieces. */
export async function clearLeftPieces(deps: Deps): Promise<void> {
  for (const id of await selectLeftPieces(deps.db.query, { limit: CLEARED_AT_ONCE })) await clearPieces(deps, id);
}

async function clearPieces(deps: Deps, id: string): Promise<void> {
  for (const { objectName } of await selectPieces(deps.db.query, id)) await deps.storage.remove(objectName);
  await forgetUpload(deps.db.query, id);
}

async function* contentOf({ storage }: Pick<Deps, 'storage'>, pieces: readonly PieceRow[]): AsyncIterable<Uint8Array> {
  for (const { objectName } of pieces) {
    const piece = await storage.read(objectName);
    if (piece === null) throw new Error('a piece of an upload is missing');
    yield* piece as AsyncIterable<Uint8Array>;
  }
}

import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Bucket, FileState } from '#app/domain/files/bucket.ts';

export interface UploadRow {
  fileId: string;
  bucket: Bucket;
  state: FileState;
  createdBy: string | null;
  /** As announced until complete. */
  bytes: number;
  upload: { size: number; received: number } | null;
}

export interface PieceRow {
  start: number;
  bytes: number;
  objectName: string;
}

export async function selectUpload(query: Query, fileId: string): Promise<UploadRow | null> {
  const row = await query
    .selectFrom('files')
    .leftJoin('uploads', 'uploads.fileId', 'files.id')
    .select(['files.id', 'files.bucket', 'files.state', 'files.createdBy', 'files.bytes', 'uploads.size', 'uploads.received'])
    .where('files.id', '=', fileId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, size, received, ...file } = row;
  return { ...file, fileId: id, upload: size === null || received === null ? null : { size, received } };
}

export async function insertUpload(tx: Tx, upload: { fileId: string; size: number }): Promise<void> {
  await tx.insertInto('uploads').values({ ...upload, finishingUntil: null }).execute();
}

/** The newest `after` are skipped; what has come whole is being finished. */
export async function selectOpenUploads(query: Query, { bucket, createdBy, after }: { bucket: Bucket; createdBy: string; after: number }): Promise<string[]> {
  const rows = await query
    .selectFrom('files')
    .innerJoin('uploads', 'uploads.fileId', 'files.id')
    .select('files.id')
    .where('files.bucket', '=', bucket)
    .where('files.createdBy', '=', createdBy)
    .where('files.state', '=', 'uploading')
    .whereRef('uploads.received', '<', 'uploads.size')
    .orderBy('files.changedAt', 'desc')
    .orderBy('files.id')
    .offset(after)
    .execute();
  return rows.map(({ id }) => id);
}

/** False when another request was first or the upload has ended. */
export async function addPiece(tx: Tx, { fileId, piece, now }: { fileId: string; piece: PieceRow; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    update uploads u set received = u.received + ${piece.bytes}
    from files f
    where u.file_id = ${fileId} and f.id = u.file_id and f.state = 'uploading' and u.received = ${piece.start}
    returning u.file_id`.execute(tx);
  if (rows.length === 0) return false;
  await tx.updateTable('files').set({ changedAt: now }).where('id', '=', fileId).execute();
  await tx.insertInto('uploadPieces').values({ fileId, ...piece }).execute();
  return true;
}

export async function selectPieces(query: Query, fileId: string): Promise<PieceRow[]> {
  return query.selectFrom('uploadPieces').select(['start', 'bytes', 'objectName']).where('fileId', '=', fileId).orderBy('start').execute();
}

/** False when incomplete or claimed by another. */
export async function claimFinish(query: Query, { fileId, now, until }: { fileId: string; now: Date; until: Date }): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('uploads')
    .set({ finishingUntil: until })
    .where('fileId', '=', fileId)
    .whereRef('received', '=', 'size')
    .where((where) => where.or([where('finishingUntil', 'is', null), where('finishingUntil', '<', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseFinish(query: Query, fileId: string): Promise<void> {
  await query.updateTable('uploads').set({ finishingUntil: null }).where('fileId', '=', fileId).execute();
}

/** The pieces' objects must be deleted first. */
export async function forgetUpload(query: Query, fileId: string): Promise<void> {
  await query.deleteFrom('uploads').where('fileId', '=', fileId).execute();
}

export async function selectLeftPieces(query: Query, { limit }: { limit: number }): Promise<string[]> {
  const rows = await query.selectFrom('uploads').innerJoin('files', 'files.id', 'uploads.fileId').select('uploads.fileId').where('files.state', '=', 'ready').limit(limit).execute();
  return rows.map(({ fileId }) => fileId);
}

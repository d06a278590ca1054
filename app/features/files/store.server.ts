import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Bucket, FileState, FileVariant } from '#app/domain/files/bucket.ts';

export interface FileRow {
  id: string;
  bucket: Bucket;
  state: FileState;
  ownerId: string | null;
  bytes: number;
  createdBy: string | null;
}

export interface VariantRow {
  fileId: string;
  variant: FileVariant;
  name: string;
  mediaType: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

const FILE_COLUMNS = ['files.id', 'files.bucket', 'files.state', 'files.ownerId', 'files.bytes', 'files.createdBy'] as const;
const VARIANT_COLUMNS = ['fileId', 'variant', 'name', 'mediaType', 'fileVariants.bytes', 'width', 'height'] as const;

export async function lockBucket(tx: Tx, bucket: Bucket): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${bucket}`}, 0))`.execute(tx);
}

/** Reservations included. */
export async function sumOfOtherFiles(tx: Tx, { bucket, fileId }: { bucket: Bucket; fileId: string }): Promise<{ bytes: number; begun: number }> {
  const { bytes, begun } = await tx
    .selectFrom('files')
    .select(({ fn }) => [fn.sum<string | null>('bytes').as('bytes'), fn.sum<string | null>('bytes').filterWhere('state', '=', 'uploading').as('begun')])
    .where('bucket', '=', bucket)
    .where('id', '<>', fileId)
    .executeTakeFirstOrThrow();
  return { bytes: Number(bytes ?? 0), begun: Number(begun ?? 0) };
}

export async function insertFile(tx: Tx, file: Omit<FileRow, 'ownerId'> & { now: Date }): Promise<void> {
  const { now, ...row } = file;
  await tx.insertInto('files').values({ ...row, createdAt: now, changedAt: now }).execute();
}

export async function moveFile(query: Query | Tx, move: { id: string; from: FileState; to: FileState; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('files')
    .set({ state: move.to, changedAt: move.now })
    .where('id', '=', move.id)
    .where('state', '=', move.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setBytes(tx: Tx, { id, bytes }: { id: string; bytes: number }): Promise<void> {
  await tx.updateTable('files').set({ bytes }).where('id', '=', id).execute();
}

export async function insertVariants(tx: Tx, variants: readonly VariantRow[]): Promise<void> {
  await tx.insertInto('fileVariants').values([...variants]).execute();
}

export async function selectKnownNames(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('fileVariants').select('name').where('name', 'in', [...names]).execute();
  return new Set(rows.map(({ name }) => name));
}

/** A failed earlier try may have left rows. */
export async function replaceVariants(tx: Tx, fileId: string, variants: readonly VariantRow[]): Promise<void> {
  await tx.deleteFrom('fileVariants').where('fileId', '=', fileId).execute();
  await insertVariants(tx, variants);
}

export async function selectFile(query: Query | Tx, id: string): Promise<FileRow | null> {
  return (await query.selectFrom('files').select(FILE_COLUMNS).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Locked in id order. */
export async function lockFiles(tx: Tx, { bucket, ownerId, ids }: { bucket: Bucket; ownerId: string; ids: readonly string[] }): Promise<FileRow[]> {
  return tx
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('bucket', '=', bucket)
    .where((where) => where.or([where('ownerId', '=', ownerId), where('id', '=', where.fn.any(where.val([...ids])))]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function setOwner(tx: Tx, { ids, ownerId, now }: { ids: readonly string[]; ownerId: string; now: Date }): Promise<void> {
  await tx.updateTable('files').set({ ownerId, changedAt: now }).where('id', 'in', [...ids]).execute();
}

export async function selectServed(query: Query, name: string): Promise<(VariantRow & Pick<FileRow, 'bucket' | 'ownerId' | 'createdBy'>) | null> {
  const row = await query
    .selectFrom('fileVariants')
    .innerJoin('files', 'files.id', 'fileVariants.fileId')
    .select([...VARIANT_COLUMNS, 'files.bucket', 'files.ownerId', 'files.createdBy'])
    .where('fileVariants.name', '=', name)
    .where('files.state', '=', 'ready')
    .executeTakeFirst();
  return row ?? null;
}

/** Complete files only, the widest last; without page images, of which a PDF has hundreds. */
export async function selectVariants(query: Query | Tx, fileIds: readonly string[]): Promise<VariantRow[]> {
  if (fileIds.length === 0) return [];
  return query
    .selectFrom('fileVariants')
    .innerJoin('files', 'files.id', 'fileVariants.fileId')
    .select(VARIANT_COLUMNS)
    .where('files.id', 'in', [...fileIds])
    .where('files.state', '=', 'ready')
    .where(sql<boolean>`variant not like 'page-%'`)
    .orderBy('width')
    .orderBy('variant')
    .execute();
}

/** Upload pieces included. */
export async function selectObjectsOfDeleted(query: Query, fileId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select f.bucket || '/' || v.name as name from file_variants v join files f on f.id = v.file_id where f.id = ${fileId} and f.state = 'deleted'
    union all select p.object_name from upload_pieces p join files f on f.id = p.file_id where f.id = ${fileId} and f.state = 'deleted'`.execute(query);
  return rows.map(({ name }) => name);
}

export async function forgetFile(query: Query, id: string): Promise<void> {
  await query.deleteFrom('files').where('id', '=', id).where('state', '=', 'deleted').execute();
}

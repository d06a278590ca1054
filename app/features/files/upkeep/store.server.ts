import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { Bucket } from '#app/domain/files/bucket.ts';

import type { FileRow } from '../store.server.ts';

export async function selectFilesOfBucket(query: Query, bucket: Bucket): Promise<Pick<FileRow, 'id' | 'ownerId' | 'bytes' | 'state'>[]> {
  return query.selectFrom('files').select(['id', 'ownerId', 'bytes', 'state']).where('bucket', '=', bucket).orderBy('bytes', 'desc').orderBy('id').execute();
}

export async function selectBytesByBucket(query: Query): Promise<{ bucket: Bucket; files: number; bytes: number }[]> {
  const rows = await query
    .selectFrom('files')
    .select(({ fn }) => ['bucket', fn.countAll<string>().as('files'), fn.sum<string>('bytes').as('bytes')])
    .where('state', '=', 'ready')
    .groupBy('bucket')
    .orderBy('bucket')
    .execute();
  return rows.map(({ bucket, files, bytes }) => ({ bucket, files: Number(files), bytes: Number(bytes) }));
}

export async function selectKnownObjects(query: Query, objectNames: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select f.bucket || '/' || v.name as name from file_variants v join files f on f.id = v.file_id
    where f.bucket || '/' || v.name = any(${[...objectNames]}::text[])
    union all select object_name from upload_pieces where object_name = any(${[...objectNames]}::text[])`.execute(query);
  return new Set(rows.map(({ name }) => name));
}

export async function selectExpectedObjects(query: Query): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select f.bucket || '/' || v.name as name from file_variants v join files f on f.id = v.file_id where f.state = 'ready'
    union all select p.object_name from upload_pieces p join files f on f.id = p.file_id where f.state = 'uploading'`.execute(query);
  return rows.map(({ name }) => name);
}

export async function selectExpectedBytes(query: Query): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (select coalesce(sum(v.bytes), 0) from file_variants v join files f on f.id = v.file_id where f.state = 'ready')::float8
         + (select coalesce(sum(f.bytes), 0) from files f where f.state = 'uploading')::float8 as bytes`.execute(query);
  return rows[0]!.bytes;
}

export async function deleteAbandoned(query: Query, { before, now }: { before: Date; now: Date }): Promise<void> {
  await query
    .updateTable('files')
    .set({ state: 'deleted', changedAt: now })
    .where('changedAt', '<', before)
    .where('state', '<>', 'deleted')
    .where('ownerId', 'is', null)
    .execute();
}

export async function deleteNeverCame(query: Query, { before, now }: { before: Date; now: Date }): Promise<void> {
  await query
    .updateTable('files')
    .set({ state: 'deleted', changedAt: now })
    .from('uploads')
    .whereRef('uploads.fileId', '=', 'files.id')
    .where('uploads.received', '=', 0)
    .where('files.state', '=', 'uploading')
    .where('files.changedAt', '<', before)
    .execute();
}

export async function selectDeleted(query: Query, { limit }: { limit: number }): Promise<Pick<FileRow, 'id' | 'bucket'>[]> {
  return query.selectFrom('files').select(['id', 'bucket']).where('state', '=', 'deleted').orderBy('changedAt').limit(limit).execute();
}

export async function deleteFilesOf(query: Query, { objectNames, now }: { objectNames: readonly string[]; now: Date }): Promise<void> {
  await sql`
    update files f set state = 'deleted', changed_at = ${now}
    where exists (select from file_variants v where v.file_id = f.id and f.bucket || '/' || v.name = any(${[...objectNames]}::text[]))
       or exists (select from upload_pieces p where p.file_id = f.id and p.object_name = any(${[...objectNames]}::text[]))`.execute(query);
}

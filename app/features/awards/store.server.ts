import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export interface AwardRow {
  id: string;
  year: number;
  title: string;
  detail: string;
  version: number;
}

const COLUMNS = ['id', 'year', 'title', 'detail', 'version'] as const;
const MOST_AWARDS = 500;

export async function selectAwards(query: Query | Tx): Promise<AwardRow[]> {
  return query.selectFrom('awards').select(COLUMNS).orderBy('year', 'desc').orderBy('changedAt').orderBy('id').limit(MOST_AWARDS).execute();
}

export async function selectAward(query: Query | Tx, id: string): Promise<AwardRow | null> {
  return (await query.selectFrom('awards').select(COLUMNS).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockAward(tx: Tx, id: string): Promise<AwardRow | null> {
  return (await tx.selectFrom('awards').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function insertAward(tx: Tx, award: Omit<AwardRow, 'version'> & { now: Date }): Promise<void> {
  const { now, ...row } = award;
  await tx.insertInto('awards').values({ ...row, changedAt: now }).execute();
}

export async function updateAward(tx: Tx, { id, year, title, detail }: Omit<AwardRow, 'version'>): Promise<void> {
  await tx
    .updateTable('awards')
    .set((row) => ({ year, title, detail, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteAward(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('awards').where('id', '=', id).execute();
}

export interface PhotoRow {
  awardId: string;
  fileId: string;
}

export async function selectPhotos(query: Query | Tx, awardIds: readonly string[]): Promise<PhotoRow[]> {
  if (awardIds.length === 0) return [];
  return query.selectFrom('awardPhotos').select(['awardId', 'fileId']).where('awardId', 'in', [...awardIds]).orderBy('position').execute();
}

export async function replacePhotos(tx: Tx, { awardId, fileIds }: { awardId: string; fileIds: readonly string[] }): Promise<void> {
  await tx.deleteFrom('awardPhotos').where('awardId', '=', awardId).execute();
  if (fileIds.length > 0) await tx.insertInto('awardPhotos').values(fileIds.map((fileId, position) => ({ awardId, fileId, position }))).execute();
}

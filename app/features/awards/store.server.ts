import { AWARD_FIELDS, type AwardDraft } from '#app/domain/site/award-fields.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { columnsOf, type RecordRow, selected } from '#app/platform/adapters/db/record-columns.server.ts';

export interface AwardRow extends RecordRow<typeof AWARD_FIELDS> {
  id: string;
  version: number;
}

const MOST_AWARDS = 500;

export async function selectAwards(query: Query | Tx): Promise<AwardRow[]> {
  return query.selectFrom('awards').select(['id', 'version']).select(selected(AWARD_FIELDS, 'awards')).orderBy('year', 'desc').orderBy('changedAt').orderBy('id').limit(MOST_AWARDS).execute();
}

export async function selectAward(query: Query | Tx, id: string): Promise<AwardRow | null> {
  return (await query.selectFrom('awards').select(['id', 'version']).select(selected(AWARD_FIELDS, 'awards')).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockAward(tx: Tx, id: string): Promise<AwardRow | null> {
  return (await tx.selectFrom('awards').select(['id', 'version']).select(selected(AWARD_FIELDS, 'awards')).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function insertAward(tx: Tx, draft: AwardDraft, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx.insertInto('awards').values({ ...columnsOf(AWARD_FIELDS, draft), id, changedAt: now }).execute();
}

export async function updateAward(tx: Tx, id: string, draft: AwardDraft): Promise<void> {
  await tx
    .updateTable('awards')
    .set((row) => ({ ...columnsOf(AWARD_FIELDS, draft), version: row('version', '+', 1) }))
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

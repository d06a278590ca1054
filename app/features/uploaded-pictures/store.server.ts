import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export async function selectPictureFile(query: Query | Tx, eventId: number): Promise<string | null> {
  return (await query.selectFrom('eventPictures').select('fileId').where('eventId', '=', eventId).executeTakeFirst())?.fileId ?? null;
}

export async function lockEvent(tx: Tx, eventId: number): Promise<boolean> {
  return (await tx.selectFrom('events').select('id').where('id', '=', eventId).where('archivedAt', 'is', null).forUpdate().executeTakeFirst()) !== undefined;
}

export async function replacePicture(tx: Tx, picture: { eventId: number; fileId: string; by: string; now: Date }): Promise<void> {
  const { eventId, fileId, by, now } = picture;
  await tx
    .insertInto('eventPictures')
    .values({ eventId, fileId, changedAt: now, changedBy: by })
    .onConflict((conflict) => conflict.column('eventId').doUpdateSet({ fileId, changedAt: now, changedBy: by }))
    .execute();
}

export async function deletePicture(tx: Tx, eventId: number): Promise<void> {
  await tx.deleteFrom('eventPictures').where('eventId', '=', eventId).execute();
}

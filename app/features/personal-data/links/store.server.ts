import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export async function insertDataLink(query: Query | Tx, link: { tokenHash: string; email: string; openedAt: Date | null; expiresAt: Date; now: Date }): Promise<void> {
  const { now, ...row } = link;
  await query.insertInto('myDataLinks').values({ ...row, createdAt: now }).execute();
}

/** Returns the address, or null. A use after `repeatableSince` counts as the same one. */
export async function takeDataLink(tx: Tx, link: { tokenHash: string; now: Date; repeatableSince: Date }): Promise<string | null> {
  const used = await tx
    .updateTable('myDataLinks')
    .set((eb) => ({ openedAt: eb.fn.coalesce('openedAt', eb.val(link.now)) }))
    .where('tokenHash', '=', link.tokenHash)
    .where('expiresAt', '>', link.now)
    .where((eb) => eb.or([eb('openedAt', 'is', null), eb('openedAt', '>', link.repeatableSince)]))
    .returning('email')
    .executeTakeFirst();
  return used?.email ?? null;
}

export async function selectDataLinkEmail(query: Query, tokenHash: string, now: Date): Promise<string | null> {
  const link = await query.selectFrom('myDataLinks').select('email').where('tokenHash', '=', tokenHash).where('expiresAt', '>', now).executeTakeFirst();
  return link?.email ?? null;
}

export async function deleteOldDataLinks(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('myDataLinks').where('expiresAt', '<', before).execute();
}

export async function eraseDataLinks(tx: Tx, { email, until }: { email: string; until: Date }): Promise<void> {
  await tx.deleteFrom('myDataLinks').where('email', '=', email).where('createdAt', '<=', until).execute();
}

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export async function insertLink(query: Query | Tx, link: { tokenHash: string; email: string; openedAt: Date | null; expiresAt: Date; now: Date }): Promise<void> {
  const { tokenHash, email, openedAt, expiresAt, now } = link;
  await query.insertInto('ticketLinks').values({ tokenHash, email, openedAt, expiresAt, createdAt: now }).execute();
}

/** Returns the address, or null. A use after `repeatableSince` counts as the same one. */
export async function takeLink(tx: Tx, link: { tokenHash: string; now: Date; repeatableSince: Date }): Promise<string | null> {
  const used = await tx
    .updateTable('ticketLinks')
    .set((eb) => ({ openedAt: eb.fn.coalesce('openedAt', eb.val(link.now)) }))
    .where('tokenHash', '=', link.tokenHash)
    .where('expiresAt', '>', link.now)
    .where((eb) => eb.or([eb('openedAt', 'is', null), eb('openedAt', '>', link.repeatableSince)]))
    .returning('email')
    .executeTakeFirst();
  return used?.email ?? null;
}

export async function selectLinkEmail(query: Query, tokenHash: string, now: Date): Promise<string | null> {
  const link = await query.selectFrom('ticketLinks').select('email').where('tokenHash', '=', tokenHash).where('expiresAt', '>', now).executeTakeFirst();
  return link?.email ?? null;
}

export async function deleteOldLinks(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('ticketLinks').where('expiresAt', '<', before).execute();
}

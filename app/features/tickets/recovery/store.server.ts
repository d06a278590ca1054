import { sql } from 'kysely';

import type { Query, Tx } from '#app/adapters/db/database.server.ts';

export interface Requester {
  emailHash: string;
  networkHash: string;
}

/** Counts one at a time for each address: whoever asks at the same time waits here. */
export async function lockRequester(tx: Tx, { emailHash, networkHash }: Requester): Promise<void> {
  // Always in the same order, so that two never wait for each other.
  for (const hash of [emailHash, networkHash].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lost ticket ${hash}`}, 0))`.execute(tx);
  }
}

export async function countRequests(tx: Tx, asker: Requester, since: Date): Promise<{ byEmail: number; byNetwork: number }> {
  const counted = await tx
    .selectFrom('lostTicketRequests')
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere('emailHash', '=', asker.emailHash).as('byEmail'),
      eb.fn.countAll<string>().filterWhere('networkHash', '=', asker.networkHash).as('byNetwork'),
    ])
    .where((eb) => eb.or([eb('emailHash', '=', asker.emailHash), eb('networkHash', '=', asker.networkHash)]))
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return { byEmail: Number(counted.byEmail), byNetwork: Number(counted.byNetwork) };
}

export async function insertRequest(tx: Tx, request: Requester & { id: string; now: Date }): Promise<void> {
  const { id, emailHash, networkHash, now } = request;
  await tx.insertInto('lostTicketRequests').values({ id, emailHash, networkHash, createdAt: now }).execute();
}

export async function insertLink(query: Query | Tx, link: { tokenHash: string; email: string; openedAt: Date | null; expiresAt: Date; now: Date }): Promise<void> {
  const { tokenHash, email, openedAt, expiresAt, now } = link;
  await query.insertInto('ticketLinks').values({ tokenHash, email, openedAt, expiresAt, createdAt: now }).execute();
}

/** Takes the one use of a link; whose it is, or null when there is none to take. `repeatableSince`: a use after that is the same one. */
export async function takeLink(tx: Tx, link: { tokenHash: string; now: Date; repeatableSince: Date }): Promise<string | null> {
  const taken = await tx
    .updateTable('ticketLinks')
    .set((eb) => ({ openedAt: eb.fn.coalesce('openedAt', eb.val(link.now)) }))
    .where('tokenHash', '=', link.tokenHash)
    .where('expiresAt', '>', link.now)
    .where((eb) => eb.or([eb('openedAt', 'is', null), eb('openedAt', '>', link.repeatableSince)]))
    .returning('email')
    .executeTakeFirst();
  return taken?.email ?? null;
}

export async function selectLinkEmail(query: Query, tokenHash: string, now: Date): Promise<string | null> {
  const link = await query.selectFrom('ticketLinks').select('email').where('tokenHash', '=', tokenHash).where('expiresAt', '>', now).executeTakeFirst();
  return link?.email ?? null;
}

export async function deleteOldLinks(query: Query, { linksBefore, requestsBefore }: { linksBefore: Date; requestsBefore: Date }): Promise<void> {
  await query.deleteFrom('ticketLinks').where('expiresAt', '<', linksBefore).execute();
  await query.deleteFrom('lostTicketRequests').where('createdAt', '<', requestsBefore).execute();
}

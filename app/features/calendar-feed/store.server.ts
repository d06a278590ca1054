import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Role } from '#app/domain/people/roles.ts';

export async function selectFeedToken(query: Query, userId: string): Promise<string | null> {
  return (await query.selectFrom('calendarFeeds').select('token').where('userId', '=', userId).executeTakeFirst())?.token ?? null;
}

/** The owner's current role; null for a revoked token. */
export async function selectRoleOfFeed(query: Query, token: string): Promise<Role | null> {
  const row = await query
    .selectFrom('calendarFeeds')
    .innerJoin('users', 'users.id', 'calendarFeeds.userId')
    .select('users.role')
    .where('token', '=', token)
    .where('users.banned', '=', false)
    .executeTakeFirst();
  return row?.role ?? null;
}

export async function putFeedToken(tx: Tx, feed: { userId: string; token: string; now: Date }): Promise<void> {
  const { userId, token, now } = feed;
  await tx
    .insertInto('calendarFeeds')
    .values({ userId, token, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ token, createdAt: now }))
    .execute();
}

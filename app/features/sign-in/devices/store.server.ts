import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export interface DeviceRow {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  seenAt: Date | null;
  isCurrent: boolean;
}

/** The current browser first, then by last use. */
export async function selectDevices(query: Query, filter: { userId: string; token: string; now: Date; limit: number }): Promise<DeviceRow[]> {
  return query
    .selectFrom('sessions')
    .select(({ eb }) => ['id', 'userAgent', 'createdAt', 'seenAt', eb('token', '=', filter.token).$castTo<boolean>().as('isCurrent')])
    .where('userId', '=', filter.userId)
    .where('expiresAt', '>', filter.now)
    .where('awaitsCode', '=', false)
    .orderBy('isCurrent', 'desc')
    .orderBy(({ fn }) => fn.coalesce('seenAt', 'createdAt'), 'desc')
    .limit(filter.limit)
    .execute();
}

export async function deleteDevice(tx: Tx, device: { userId: string; id: string }): Promise<boolean> {
  const deleted = await tx.deleteFrom('sessions').where('id', '=', device.id).where('userId', '=', device.userId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

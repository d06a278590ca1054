import { type NotNull, sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { RefundReason } from '#app/domain/order/settling.ts';

/** The refund that a mail created at that instant is about: the order's newest by then. */
export async function selectRefundOfMail(query: Query, orderId: string, at: Date): Promise<{ amount: number; reason: RefundReason } | null> {
  const refund = await query
    .selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('orderId', '=', orderId)
    .where('createdAt', '<=', at)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return refund ?? null;
}

export interface AnnouncedWords {
  id: string;
  body: string;
  /** YYYY-MM-DD */
  chooseUntil: string | null;
}

export async function selectAnnouncedWords(query: Query | Tx, which: { id: string } | { withdrawnEvent: number }): Promise<AnnouncedWords | null> {
  const words = await query
    .selectFrom('announcements')
    .select(['id', 'body', 'chooseUntil'])
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb.and([eb('eventId', '=', which.withdrawnEvent), eb('kind', '=', 'withdrawal')])))
    .executeTakeFirst();
  return words ?? null;
}

/** Changes of plans told since that order was placed, oldest first; `before`: as other holders were told how the event was. */
export async function selectChangesSince(tx: Tx, { eventId, createdAt }: { eventId: number; createdAt: Date }): Promise<{ id: string; before: unknown }[]> {
  const { rows } = await sql<{ id: string; before: unknown }>`
    select a.id, (select m.detail from mails m where m.announcement_id = a.id and m.kind = 'event_changed' limit 1) as before
    from announcements a where a.event_id = ${eventId} and a.kind in ('move', 'shrink') and a.created_at >= ${createdAt}
    order by a.created_at, a.id`.execute(tx);
  return rows;
}

/** In cents, after a withdrawal or of tickets given back. */
export async function selectOwedAtTill(query: Query, orderId: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select amount as owed from owed_in_person() where order_id = ${orderId}`.execute(query);
  return rows[0]?.owed ?? 0;
}

export async function selectTicketHolders(query: Query | Tx, eventId: number): Promise<{ id: string; email: string }[]> {
  return query
    .selectFrom('orders')
    .select(['id', 'email'])
    .where('eventId', '=', eventId)
    .where('status', 'in', ['paid', 'completed'])
    .where('email', 'is not', null)
    .where((eb) => eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.orderId', '=', 'orders.id').where('tickets.status', '=', 'active')))
    .orderBy('createdAt')
    .$narrowType<{ email: NotNull }>()
    .execute();
}

import { type NotNull, sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { RefundReason } from '#app/domain/order/settling.ts';

/** The one that the mail names; older mails name none, and are about the order's newest by then that the provider gives back and did not fail. */
export async function selectRefundOfMail(query: Query, { orderId, refundId, at }: { orderId: string; refundId: string | null; at: Date }): Promise<{ amount: number; reason: RefundReason } | null> {
  const refund = await query
    .selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('orderId', '=', orderId)
    .where((eb) => (refundId === null ? eb.and([eb('createdAt', '<=', at), eb('charge', 'not like', 'till:%')]) : eb('id', '=', refundId)))
    .orderBy((eb) => eb('status', '=', 'failed'))
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

/** What holders were told since that order was placed, oldest first: changes of plans, and edits, which have no words; `before`: as they were told how the event was. */
export async function selectChangesSince(tx: Tx, { eventId, createdAt }: { eventId: number; createdAt: Date }): Promise<{ announcementId: string | null; before: unknown }[]> {
  const { rows } = await sql<{ announcementId: string | null; before: unknown }>`
    select a.id as announcement_id, (select m.detail from mails m where m.announcement_id = a.id and m.kind = 'event_changed' limit 1) as before, a.created_at as at
    from announcements a where a.event_id = ${eventId} and a.kind in ('move', 'shrink') and a.created_at >= ${createdAt}
    union all
    select null, a.detail, a.at
    from audit a where a.subject = 'event' and a.subject_id = ${String(eventId)} and a.action = 'event.changed' and a.detail ? 'eventDate' and a.at >= ${createdAt}
    order by at, announcement_id`.execute(tx);
  return rows;
}

/** Whether giving back the tickets that nobody has used would bring any money back. */
export async function selectHasReturnable(query: Query, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from returnable_tickets(${orderId}) where price > 0)
      and exists (select from left_to_give_back() where order_id = ${orderId} and by_card + by_hand > 0) as has`.execute(query);
  return rows[0]?.has === true;
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

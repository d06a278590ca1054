import { type RawBuilder, sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

/** `day`: YYYY-MM-DD. Older menu formats carry a note of their own. */
export async function eraseNotesBefore(query: Query, day: string): Promise<void> {
  await sql`
    update tickets set
      note = null,
      note_name = null,
      menu_selection = case jsonb_typeof(menu_selection) when 'object' then menu_selection - 'note' else menu_selection end
    from events
    where events.id = tickets.event_id and events.event_date < ${day}::date
      and (note is not null or note_name is not null or (jsonb_typeof(menu_selection) = 'object' and menu_selection ? 'note'))`.execute(query);
}

export async function eraseNetworksBefore(query: Query, instant: Date): Promise<void> {
  await query.updateTable('orders').set({ networkHash: null }).where('networkHash', 'is not', null).where('createdAt', '<', instant).execute();
}

/** Orders whose money moved later, or still has to, keep their buyer. */
export async function eraseBuyersOfOldBooks(query: Query, { instant, day }: { instant: Date; day: string }): Promise<void> {
  await eraseBuyers(query, sql`
    event_id in (select id from events where event_date < ${day}::date) and created_at < ${instant}
    and (email <> '' or user_name is not null or buyer is not null or user_id is not null)
    and not exists (select from refunds where refunds.order_id = orders.id and (refunds.created_at >= ${instant} or refunds.status in ('due', 'pending')))
    and not exists (select from payment_cases where payment_cases.order_id = orders.id and payment_cases.settled_at is null)
    and orders.id not in (select order_id from owed_in_person())`);
}

/** Orders with a late payment keep their buyer, for the books. */
export async function eraseUnpaidBuyersBefore(query: Query, instant: Date): Promise<void> {
  await eraseBuyers(query, sql`
    status = 'cancelled' and paid_at is null and created_at < ${instant} and email <> ''
    and not exists (select from payments where payments.order_id = orders.id and payments.status = 'paid')`);
}

/** Sums and tickets stay. */
async function eraseBuyers(query: Query, isOld: RawBuilder<unknown>): Promise<void> {
  await sql`
    with forgotten as (
      update orders set email = '', user_name = null, buyer = null, user_id = null, network_hash = null where ${isOld} returning id
    ), noteless as (
      update tickets set note = null, note_name = null, given_to = case when given_to is not null then '' end where order_id in (select id from forgotten)
    )
    update mails set recipient = '', detail = null, last_error = null where order_id in (select id from forgotten)`.execute(query);
}

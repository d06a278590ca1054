import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

/** Mailboxes of those who took a valid ticket of the event, each once. Whoever is written to as a buyer is left out. */
export async function selectTicketRecipients(query: Query | Tx, eventId: number): Promise<{ email: string }[]> {
  const { rows } = await sql<{ email: string }>`
    select min(x.email) as email from ticket_transfers x
    join tickets t on t.id = x.ticket_id
    join orders o on o.id = t.order_id
    where t.event_id = ${eventId} and t.status = 'active' and o.status in ('paid', 'completed')
      and x.taken_at is not null and x.ended_at is null and x.email is not null
      and not exists (
        select from orders b
        where b.event_id = ${eventId} and b.status in ('paid', 'completed') and lower(b.email) = lower(x.email)
          and exists (select from tickets where tickets.order_id = b.id and tickets.status = 'active')
      )
    group by lower(x.email)
    order by min(x.taken_at), lower(x.email)`.execute(query);
  return rows;
}

interface TicketRecipient {
  email: string;
  eventId: number;
  ticketNumbers: string[];
  /** Whoever paid gave them back, after a change of plans. */
  gaveBack: boolean;
}

/** Those who took some of an order's tickets, each mailbox once; not the order's own. */
export async function selectRecipientsOf(query: Query | Tx, { ticketIds, today }: { ticketIds: readonly string[]; today: string }): Promise<TicketRecipient[]> {
  if (ticketIds.length === 0) return [];
  const { rows } = await sql<TicketRecipient>`
    select min(x.email) as email, o.event_id, array_agg(t.ticket_number order by t.position) as ticket_numbers,
      exists (select from holder_choices c where c.order_id = o.id and c.choice = 'give_back') as gave_back
    from ticket_transfers x
    join tickets t on t.id = x.ticket_id
    join orders o on o.id = t.order_id
    join events e on e.id = o.event_id
    where t.id = any(${[...ticketIds]}::text[]) and e.withdrawn_at is null and e.event_date >= ${today}::date
      and x.taken_at is not null and x.ended_at is null and x.email is not null and lower(x.email) is distinct from lower(o.email)
    group by lower(x.email), o.id
    order by min(x.taken_at), lower(x.email)`.execute(query);
  return rows;
}

interface ReceivedTicketRow {
  transferId: string;
  ticketId: string;
  orderId: string;
}

/** What whoever has that mailbox took of the event and still has, valid or not; with `endedAt`, had until then and was not given again. */
export async function selectReceivedTickets(query: Query, { eventId, email, endedAt }: { eventId: number; email: string; endedAt: Date | null }): Promise<ReceivedTicketRow[]> {
  const { rows } = await sql<ReceivedTicketRow>`
    select x.id as transfer_id, x.ticket_id, t.order_id from ticket_transfers x join tickets t on t.id = x.ticket_id
    where t.event_id = ${eventId} and lower(x.email) = lower(${email}) and x.taken_at is not null and x.ended_at is not distinct from ${endedAt}::timestamptz
      and (x.ended_at is null or not exists (select from ticket_transfers y where y.ticket_id = x.ticket_id and lower(y.email) = lower(x.email) and y.taken_at is not null and y.ended_at is null))
    order by x.taken_at, x.id`.execute(query);
  return rows;
}

/** Of an order's valid tickets, how many were given to somebody, and to how many of them nobody can write. */
export async function countGiven(query: Query, orderId: string): Promise<{ given: number; unreachable: number }> {
  const { rows } = await sql<{ given: number; unreachable: number }>`
    select count(*)::int as given, (count(*) filter (where x.email is null))::int as unreachable
    from tickets t left join ticket_transfers x on x.ticket_id = t.id and x.taken_at is not null and x.ended_at is null
    where t.order_id = ${orderId} and t.status = 'active' and t.given_to is not null`.execute(query);
  return rows[0] ?? { given: 0, unreachable: 0 };
}

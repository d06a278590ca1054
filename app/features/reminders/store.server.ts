import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { hasSomethingToSay } from '#app/platform/adapters/mail/abandoned-mails.server.ts';
import { reminderKey } from '#app/domain/mail/reminder.ts';

export interface RemindedEvent {
  id: number;
  /** YYYY-MM-DD and HH:MM in Europe/Madrid. */
  date: string;
  time: string;
  reminderAt: string;
}

/** `between`: two days, YYYY-MM-DD. */
export async function selectRemindedEvents(query: Query, between: readonly [string, string]): Promise<RemindedEvent[]> {
  const { rows } = await sql<RemindedEvent>`
    select id, event_date as date, event_time as time, reminder_at from events
    where event_date between ${between[0]}::date and ${between[1]}::date and reminder_at is not null and withdrawn_at is null and deleted_at is null
    order by event_date, event_time, id`.execute(query);
  return rows;
}

export interface ReminderHolder {
  /** Of the order, or of the transfer by which a ticket was taken. */
  holder: string;
  isTransfer: boolean;
  email: string;
}

/** Who had a ticket of their own before `since` and was not reminded of that day: buyers by order, and who took a ticket. */
export async function selectUnreminded(tx: Tx, { event, since, limit }: { event: RemindedEvent; since: Date; limit: number }): Promise<ReminderHolder[]> {
  const keys = reminderKey({ eventId: event.id, date: event.date, holder: '' });
  const { rows } = await sql<ReminderHolder>`
    with holders as (
      select o.id as holder, false as is_transfer, o.email, o.created_at as since from orders o
      where o.event_id = ${event.id} and o.status in ('paid', 'completed') and o.email is not null and o.email <> '' and coalesce(o.paid_at, o.created_at) < ${since}
        and exists (select from tickets t where t.order_id = o.id and t.status = 'active' and t.suspended_at is null and t.given_to is null)
      union all
      select x.id, true, x.email, x.taken_at from ticket_transfers x join tickets t on t.id = x.ticket_id
      where t.event_id = ${event.id} and t.status = 'active' and t.suspended_at is null and x.ended_at is null and x.email is not null and x.taken_at < ${since}
    )
    select holder, is_transfer, email from holders
    where not exists (select from reminders r where r.key = ${keys} || holders.holder)
    order by since, holder limit ${limit}`.execute(tx);
  return rows;
}

export interface NewReminder {
  key: string;
  eventId: number;
  mailId: string;
  enqueuedAt: Date;
}

/** Keys of those that are new: another process waits for this transaction, and gets the others. */
export async function claimReminders(tx: Tx, reminders: readonly NewReminder[]): Promise<Set<string>> {
  const claimed = await tx.insertInto('reminders').values([...reminders]).onConflict((conflict) => conflict.column('key').doNothing()).returning('key').execute();
  return new Set(claimed.map(({ key }) => key));
}

/** Those that a buyer's mail would wait behind: one that its mailbox has put off holds nobody up. */
export async function countWaitingReminders(query: Query, now: Date): Promise<number> {
  const { count } = await query
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('kind', '=', 'reminder')
    .where((mail) => mail.or([mail('status', '=', 'sending'), mail.and([mail('status', '=', 'pending'), mail('nextAttemptAt', '<=', now)])]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface ReminderState {
  /** HH:MM in Europe/Madrid; null: nobody is reminded. */
  reminderAt: string | null;
  /** YYYY-MM-DD */
  date: string;
  time: string;
  mails: number;
  sent: number;
  failed: number;
}

/** Of the day on which the event is now; mails that are gone had nothing to say. */
export async function selectReminderState(query: Query, eventId: number): Promise<ReminderState | null> {
  const { rows } = await sql<ReminderState>`
    select e.reminder_at, e.event_date as date, e.event_time as time, r.mails, r.sent, r.failed
    from events e cross join lateral (
      select count(mails.id)::int as mails, (count(*) filter (where mails.status = 'sent'))::int as sent, (count(*) filter (where mails.status = 'failed'))::int as failed
      from reminders r join mails on mails.id = r.mail_id and ${hasSomethingToSay} where r.event_id = e.id and starts_with(r.key, ${reminderKey({ eventId, date: '', holder: '' }).slice(0, -1)} || e.event_date || ':')
    ) as r
    where e.id = ${eventId}`.execute(query);
  return rows[0] ?? null;
}

export async function deleteRemindersBefore(query: Query, day: string): Promise<void> {
  await sql`delete from reminders using events where events.id = reminders.event_id and events.event_date < ${day}::date`.execute(query);
}

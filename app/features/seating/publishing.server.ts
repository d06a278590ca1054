import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { tablesText } from '#app/domain/seating/table-text.ts';
import { shortNumber, shortOrderNumber } from '#app/domain/ticket/short-number.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { enqueueMails, withdrawUnsentMails } from '#app/features/mail/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { changeUnderLock, type PlanOutcome, type SeenHall } from './service.server.ts';
import { lockHall, updatePublished } from './store.server.ts';
import { tablesAnnouncedBefore } from './tables-notice.server.ts';

/** Whoever has tickets at tables that are not those last told: a buyer, or whoever took them. */
interface TableNotice {
  /** Null for a mailbox that took tickets. */
  orderId: string | null;
  number: string;
  email: string | null;
  /** By ticket, so that a swap within the order counts as a change. */
  tables: string;
  numbers: number[];
  announced: string | null;
  announcedNumbers: number[] | null;
}

async function selectDueNotices(query: Query | Tx, eventId: number): Promise<TableNotice[]> {
  const { rows } = await sql<TableNotice>`
    with placed as (
      select o.id as order_id, o.order_number, o.email, t.ticket_number, t.position, t.given_to, h.number, x.email as recipient
      from tickets t join orders o on o.id = t.order_id join ticket_seats s on s.ticket_id = t.id join hall_tables h on h.id = s.table_id
        left join ticket_transfers x on x.ticket_id = t.id and x.taken_at is not null and x.ended_at is null
      where t.event_id = ${eventId} and t.status in ('active', 'used') and o.status in ('paid', 'completed')
    ), holders as (
      select order_id, order_number as number, email, string_agg(position || ':' || placed.number, ' ' order by position) as tables, array_agg(distinct placed.number) as numbers
      from placed where given_to is null group by order_id, order_number, email
      union all
      select null, min(ticket_number), min(recipient), string_agg(ticket_number || ':' || placed.number, ' ' order by ticket_number), array_agg(distinct placed.number)
      from placed where given_to is not null and recipient is not null group by lower(recipient)
    ), known as (
      select holders.*, coalesce(n.tables, m.tables) as announced
      from holders left join table_notices n on n.order_id = holders.order_id
          and not exists (select from mails where mails.order_id = n.order_id and kind = 'tables' and created_at >= n.told_at and failure = 'nothing_to_say')
        left join lateral (
          select detail ->> 'tables' as tables from mails
          where holders.order_id is null and kind = 'tables' and recipient = holders.email and (detail ->> 'eventId')::integer = ${eventId}
          order by created_at desc limit 1
        ) m on true
    )
    select known.*, (select array_agg(distinct split_part(seat, ':', 2)::integer) from unnest(string_to_array(announced, ' ')) seat) as announced_numbers
    from known where announced is null or not string_to_array(announced, ' ') @> string_to_array(tables, ' ') order by order_id, number`.execute(query);
  return rows;
}

export interface NoticesPreview {
  recipients: number;
  examples: { number: string; before: string | null; now: string | null }[];
}

const EXAMPLES = 5;

export async function previewNotices(deps: Deps, _admin: AdminId, eventId: number): Promise<NoticesPreview> {
  const written = (await selectDueNotices(deps.db.query, eventId)).filter(({ email }) => email !== null && email !== '');
  return {
    recipients: written.length,
    examples: written.slice(0, EXAMPLES).map(({ orderId, number, numbers, announcedNumbers }) => ({ number: orderId === null ? shortNumber(number) : shortOrderNumber(number), before: announcedNumbers && tablesText(announcedNumbers), now: tablesText(numbers) })),
  };
}

/** Tells each holder once; publishing again tells only whose table is another. */
export async function publishTables(deps: Deps, admin: AdminId, which: SeenHall): Promise<PlanOutcome> {
  return changeUnderLock<never>(deps, admin, { ...which, action: 'seating.published' }, async (tx, { publishedAt, now }) => {
    await updatePublished(tx, which.eventId, publishedAt ?? now);
    await notifyDue(deps, tx, { eventId: which.eventId, now });
    return 'done';
  });
}

export async function unpublishTables(deps: Deps, admin: AdminId, which: SeenHall): Promise<PlanOutcome> {
  return changeUnderLock<never>(deps, admin, { ...which, action: 'seating.unpublished' }, async (tx) => {
    await updatePublished(tx, which.eventId, null);
    await forgetUnsentNotices(tx, which.eventId);
    return 'done';
  });
}

/** Whose mail had not left was told nothing: they are due again once tables are published. */
async function forgetUnsentNotices(tx: Tx, eventId: number): Promise<void> {
  const unsent = (await withdrawUnsentMails(tx, { kind: 'tables', eventId })).toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  for (const [orderId, [first]] of Map.groupBy(unsent, (mail) => mail.orderId)) {
    if (orderId === null) continue;
    const tables = tablesAnnouncedBefore(first?.detail);
    if (tables === null) await tx.deleteFrom('tableNotices').where('orderId', '=', orderId).execute();
    else await tx.updateTable('tableNotices').set({ tables }).where('orderId', '=', orderId).execute();
  }
}

/** 'Avisa els canvis'. */
export async function notifyTableChanges(deps: Deps, admin: AdminId, eventId: number): Promise<'done' | 'nothing' | 'right_lost'> {
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<'done' | 'nothing'> => {
    const hall = await lockHall(tx, eventId);
    if (hall === null || hall.publishedAt === null || (await notifyDue(deps, tx, { eventId, now })) === 0) return 'nothing';
    await audit({ action: 'seating.told', subject: 'event', subjectId: String(eventId) });
    return 'done';
  });
  return orRightLost(outcome);
}

async function notifyDue(deps: Deps, tx: Tx, { eventId, now }: { eventId: number; now: Date }): Promise<number> {
  const due = await selectDueNotices(tx, eventId);
  if (due.length === 0) return 0;
  await enqueueMails(
    tx,
    due.flatMap(({ orderId, email, tables, announced }) => (email === null || email === '' ? [] : [{ id: deps.ids.uuid(), kind: 'tables', cause: 'tables', orderId, recipient: email, detail: { eventId, tables, told: announced }, now }])),
  );
  const orders = due.flatMap(({ orderId, tables }) => (orderId === null ? [] : [{ orderId, eventId, tables, toldAt: now }]));
  for (let start = 0; start < orders.length; start += 5_000) {
    await tx
      .insertInto('tableNotices')
      .values(orders.slice(start, start + 5_000))
      .onConflict((conflict) => conflict.column('orderId').doUpdateSet((eb) => ({ tables: eb.ref('excluded.tables'), toldAt: now })))
      .execute();
  }
  return due.length;
}

const QUIET_MS = 15 * 60_000;

/** On the day of an event changes are told by themselves, a quarter of an hour after the last one. */
export async function notifyOnTheDay(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const events = await deps.db.query
    .selectFrom('halls')
    .innerJoin('events', 'events.id', 'halls.eventId')
    .select('halls.eventId')
    .where('events.eventDate', '=', dayInMadrid(now))
    .where('events.withdrawnAt', 'is', null)
    .where('halls.publishedAt', 'is not', null)
    .where('halls.changedAt', '<=', new Date(now.getTime() - QUIET_MS))
    .execute();
  for (const { eventId } of events) {
    await deps.db.inTransaction(async (tx) => {
      const hall = await lockHall(tx, eventId);
      if (hall === null || hall.publishedAt === null || hall.changedAt.getTime() > now.getTime() - QUIET_MS) return;
      await notifyDue(deps, tx, { eventId, now });
    });
  }
}

import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { tablesText } from '#app/domain/seating/table-text.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { enqueueMails } from '#app/features/mail/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { changeUnderLock, type PlanOutcome, type SeenHall } from './service.server.ts';
import { lockHall, updatePublished } from './store.server.ts';

/** The holder of an order whose tables are not those last told. */
interface TableNotice {
  orderId: string;
  email: string | null;
  /** By ticket, so that a swap within the order counts as a change. */
  tables: string;
  numbers: number[];
}

async function selectDueNotices(query: Query | Tx, eventId: number): Promise<TableNotice[]> {
  const { rows } = await sql<TableNotice>`
    with seated as (
      select o.id as order_id, o.email, string_agg(t.position || ':' || h.number, ' ' order by t.position) as tables, array_agg(distinct h.number) as numbers
      from tickets t join orders o on o.id = t.order_id join ticket_seats s on s.ticket_id = t.id join hall_tables h on h.id = s.table_id
      where t.event_id = ${eventId} and t.status in ('active', 'used') and o.status in ('paid', 'completed') and t.given_to is null
      group by o.id
    )
    select seated.* from seated left join table_notices n on n.order_id = seated.order_id
    where n.tables is distinct from seated.tables order by seated.order_id`.execute(query);
  return rows;
}

/** Of how many holders the tables are not those they were last told, and what the first of them would read. */
export async function previewNotices(deps: Deps, _admin: AdminId, eventId: number): Promise<{ recipients: number; example: string | null }> {
  const due = await selectDueNotices(deps.db.query, eventId);
  const [first] = due;
  return { recipients: due.filter(({ email }) => email !== null && email !== '').length, example: first === undefined ? null : tablesText(first.numbers) };
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
    return 'done';
  });
}

/** 'Avisa els canvis'. */
export async function notifyTableChanges(deps: Deps, admin: AdminId, eventId: number): Promise<'done' | 'nothing' | 'right_lost'> {
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, tell }): Promise<'done' | 'nothing'> => {
    const hall = await lockHall(tx, eventId);
    if (hall === null || hall.publishedAt === null || (await notifyDue(deps, tx, { eventId, now })) === 0) return 'nothing';
    await tell({ action: 'seating.told', subject: 'event', subjectId: String(eventId) });
    return 'done';
  });
  return orRightLost(outcome);
}

async function notifyDue(deps: Deps, tx: Tx, { eventId, now }: { eventId: number; now: Date }): Promise<number> {
  const due = await selectDueNotices(tx, eventId);
  if (due.length === 0) return 0;
  await enqueueMails(
    tx,
    due.flatMap(({ orderId, email }) => (email === null || email === '' ? [] : [{ id: deps.ids.uuid(), kind: 'tables', cause: 'tables', orderId, recipient: email, now }])),
  );
  for (let start = 0; start < due.length; start += 5_000) {
    await tx
      .insertInto('tableNotices')
      .values(due.slice(start, start + 5_000).map(({ orderId, tables }) => ({ orderId, eventId, tables, toldAt: now })))
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

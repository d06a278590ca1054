import { type RawBuilder, sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Takings } from '#app/domain/till/cash-up.ts';
import type { ByTender } from '#app/domain/till/tender.ts';

export interface SessionRow {
  id: string;
  name: string;
  openedAt: Date;
  openedBy: string | null;
  openedByName: string | null;
  openingFloat: number;
  closedAt: Date | null;
  closedByName: string | null;
  /** Null while it is open. */
  expected: ByTender | null;
  counted: ByTender | null;
  /** By the last correction of an admin. */
  corrected: ByTender | null;
  note: string | null;
  differenceReason: string | null;
}

export async function insertTillSession(tx: Tx, session: { id: string; name: string; openedBy: string; openedAt: Date; openingFloat: number; onShift: boolean }): Promise<void> {
  await tx.insertInto('tillSessions').values(session).execute();
}

export async function selectSessions(query: Query, limit: number): Promise<SessionRow[]> {
  const rows = await sessions(query)
    .orderBy('tillSessions.closedAt', (closed) => closed.desc().nullsFirst())
    .orderBy('tillSessions.openedAt', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toSession);
}

export async function selectTillSession(query: Query | Tx, sessionId: string): Promise<SessionRow | null> {
  const row = await sessions(query).where('tillSessions.id', '=', sessionId).executeTakeFirst();
  return row ? toSession(row) : null;
}

export async function selectOpenSessionNamed(query: Query, name: string): Promise<string | null> {
  const row = await query.selectFrom('tillSessions').select('id').where(sql`lower(name)`, '=', name.toLowerCase()).where('closedAt', 'is', null).executeTakeFirst();
  return row?.id ?? null;
}

export async function selectOpenDrawers(query: Query): Promise<{ id: string; name: string }[]> {
  return query.selectFrom('tillSessions').select(['id', 'name']).where('closedAt', 'is', null).orderBy('openedAt', 'desc').limit(20).execute();
}

/** A shared lock against the closing; never waits for one, but returns `closing`. */
export async function holdOpen(tx: Tx, sessionId: string): Promise<'open' | 'closing' | 'not_open'> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock_shared(${drawerLock(sessionId)}) as held`.execute(tx);
  if (rows[0]?.held !== true) return 'closing';
  return (await openSessions(tx, sessionId).executeTakeFirst()) ? 'open' : 'not_open';
}

/** Serialises cash movements among the holders of the shared lock. */
export async function lockCash(tx: Tx, sessionId: string): Promise<{ openingFloat: number }> {
  return openSessions(tx, sessionId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Waits for the holders of the shared lock, and keeps newcomers out from the start. */
export async function lockForClosing(tx: Tx, sessionId: string): Promise<{ openingFloat: number } | null> {
  await sql`select pg_advisory_xact_lock(${drawerLock(sessionId)})`.execute(tx);
  return (await openSessions(tx, sessionId).executeTakeFirst()) ?? null;
}

// An advisory lock, because a row lock lets newcomers share it while a closing waits, and a busy drawer would never close.
const drawerLock = (sessionId: string): RawBuilder<unknown> => sql`hashtextextended(${`till session ${sessionId}`}, 0)`;

export async function updateClosed(tx: Tx, sessionId: string, end: { closedBy: string; closedAt: Date; expected: ByTender; counted: ByTender; note: string | null; differenceReason: string | null }): Promise<void> {
  const { closedBy, closedAt, expected, counted, note, differenceReason } = end;
  await tx
    .updateTable('tillSessions')
    .set({ closedBy, closedAt, note, differenceReason })
    .set({ expectedCash: expected.cash, expectedTerminal: expected.terminal, expectedBizum: expected.bizum })
    .set({ countedCash: counted.cash, countedTerminal: counted.terminal, countedBizum: counted.bizum })
    .where('id', '=', sessionId)
    .execute();
}

export async function selectTakings(query: Query | Tx, sessionId: string): Promise<Takings[]> {
  const { rows } = await sql<Takings>`
    select means, sum(sold)::int as sold, sum(paid_out)::int as "paidOut", sum(adjusted)::int as adjusted from (
      select p.means, p.amount as sold, 0 as paid_out, 0 as adjusted
      from till_sales s join payments p on p.order_id = s.order_id and p.provider = 'till' and p.status = 'paid'
      where s.session_id = ${sessionId}
      union all
      select o.means, 0, r.amount, 0 from till_payouts o join refunds r on r.id = o.refund_id where o.session_id = ${sessionId}
      union all
      select means, 0, 0, amount from price_adjustments where session_id = ${sessionId}
    ) as lines
    group by means order by means`.execute(query);
  return rows;
}

export interface SoldLine {
  eventTitle: string;
  role: string;
  tickets: number;
  total: number;
}

/** At the prices of the sale: what dishes changed later is a line of its own. */
export async function selectSold(query: Query, sessionId: string): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`
    select e.title as "eventTitle", o.role, sum(o.ticket_quantity)::int as tickets,
      sum(o.total_amount - coalesce((select sum(a.amount) from price_adjustments a where a.order_id = o.id), 0))::int as total
    from till_sales s join orders o on o.id = s.order_id join events e on e.id = o.event_id
    where s.session_id = ${sessionId} group by e.id, o.role order by min(e.event_date), e.id, o.role`.execute(query);
  return rows;
}

function openSessions(tx: Tx, sessionId: string) {
  return tx.selectFrom('tillSessions').select('openingFloat').where('id', '=', sessionId).where('closedAt', 'is', null);
}

function sessions(query: Query | Tx) {
  return query
    .selectFrom('tillSessions')
    .leftJoin('users as opener', 'opener.id', 'tillSessions.openedBy')
    .leftJoin('users as closer', 'closer.id', 'tillSessions.closedBy')
    .select(['tillSessions.id', 'tillSessions.name', 'tillSessions.openedAt', 'tillSessions.openedBy', 'opener.name as openedByName', 'tillSessions.openingFloat'])
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('tillCounts')
          .select(['tillCounts.countedCash as correctedCash', 'tillCounts.countedTerminal as correctedTerminal', 'tillCounts.countedBizum as correctedBizum'])
          .whereRef('tillCounts.sessionId', '=', 'tillSessions.id')
          .where('tillCounts.kind', '=', 'correction')
          .orderBy('tillCounts.countedAt', 'desc')
          .orderBy('tillCounts.id', 'desc')
          .limit(1)
          .as('correction'),
      (join) => join.onTrue(),
    )
    .select(['correction.correctedCash', 'correction.correctedTerminal', 'correction.correctedBizum'])
    .select(['tillSessions.closedAt', 'closer.name as closedByName', 'tillSessions.note', 'tillSessions.differenceReason'])
    .select(['tillSessions.expectedCash', 'tillSessions.expectedTerminal', 'tillSessions.expectedBizum'])
    .select(['tillSessions.countedCash', 'tillSessions.countedTerminal', 'tillSessions.countedBizum']);
}

type Row = Awaited<ReturnType<ReturnType<typeof sessions>['execute']>>[number];

function toSession({ expectedCash, expectedTerminal, expectedBizum, countedCash, countedTerminal, countedBizum, correctedCash, correctedTerminal, correctedBizum, ...session }: Row): SessionRow {
  return {
    ...session,
    expected: byTender(expectedCash, expectedTerminal, expectedBizum),
    counted: byTender(countedCash, countedTerminal, countedBizum),
    corrected: byTender(correctedCash, correctedTerminal, correctedBizum),
  };
}

function byTender(...[cash, terminal, bizum]: [number | null, number | null, number | null]): ByTender | null {
  return cash === null || terminal === null || bizum === null ? null : { cash, terminal, bizum };
}

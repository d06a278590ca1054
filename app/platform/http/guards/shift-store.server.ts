import { type RawBuilder, sql } from 'kysely';

import { shiftHours, isInForce } from '#app/domain/shifts/shift.ts';
import { type HeldShift, type ShiftStanding, standingOf } from '#app/domain/shifts/standing.ts';
import type { GrantableRight } from '#app/domain/people/rights.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

/** What was scanned without network is handed in for so long. */
const DAYS_AFTERWARDS = 9;

export interface ShiftRow {
  kind: 'door' | 'till';
  eventId: number;
  eventDate: string;
  dayOffset: number;
  starts: string;
  ends: string;
  ended: boolean;
  calledOff: boolean;
  moved: boolean;
}

/** Of the account that `userId` names, as JSON: shifts at door and till that an admin accepted once. */
export function acceptedShifts(userId: RawBuilder<unknown>, now: Date): RawBuilder<ShiftRow[]> {
  const today = dayInMadrid(now);
  return sql<ShiftRow[]>`(
    select coalesce(json_agg(json_build_object('kind', shifts.kind, 'eventId', shifts.event_id, 'eventDate', events.event_date, 'dayOffset', shifts.day_offset,
      'starts', to_char(shifts.starts, 'HH24:MI'), 'ends', to_char(shifts.ends, 'HH24:MI'),
      'ended', shift_signups.state <> 'confirmed', 'calledOff', events.withdrawn_at is not null or events.deleted_at is not null, 'moved', moved)), '[]')
    from shift_signups join shifts on shifts.id = shift_signups.shift_id join events on events.id = shifts.event_id
      cross join lateral (select exists (select from announcements where announcements.event_id = events.id and kind = 'move'
        and created_at > greatest(shift_signups.confirmed_at, ${addDays(today, -DAYS_AFTERWARDS)}::date)) as moved) as plans
    where shift_signups.user_id = ${userId} and shift_signups.confirmed_at is not null and shifts.kind in ('door', 'till')
      and (moved or events.event_date + shifts.day_offset between ${addDays(today, -DAYS_AFTERWARDS)}::date and ${addDays(today, 1)}::date))`;
}

export function drawersOfShifts(userId: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`array(select id::text from till_sessions where opened_by = ${userId} and on_shift and closed_at is null)`;
}

export function standingFrom({ shifts, drawers }: { shifts: readonly ShiftRow[]; drawers: readonly string[] }, now: Date): ShiftStanding | null {
  return standingOf(shifts.map(heldShift), drawers, now);
}

function heldShift({ kind, eventId, ended, calledOff, moved, ...times }: ShiftRow): HeldShift {
  return { right: kind, eventId, ended, calledOff, moved, hours: shiftHours(times) };
}

export async function selectRightsNow(query: Query, userId: string, now: Date): Promise<{ granted: GrantableRight[]; shift: ShiftStanding | null }> {
  const { rows } = await sql<{ granted: GrantableRight[]; shifts: ShiftRow[]; drawers: string[] }>`
    select array(select staff_right from user_rights where user_id = ${userId}) as granted,
      ${acceptedShifts(sql`${userId}::uuid`, now)} as shifts, ${drawersOfShifts(sql`${userId}::uuid`)} as drawers`.execute(query);
  const [row] = rows;
  return { granted: row?.granted ?? [], shift: row === undefined ? null : standingFrom(row, now) };
}

export async function selectAcceptedShifts(query: Query | Tx, userId: string, now: Date): Promise<HeldShift[]> {
  const { rows } = await sql<{ shifts: ShiftRow[] }>`select ${acceptedShifts(sql`${userId}::uuid`, now)} as shifts`.execute(query);
  return (rows[0]?.shifts ?? []).map(heldShift);
}

/** Null: any event of a shift. A drawer is then the opener's own, and open. */
export interface ShiftScope {
  /** 'afterwards': also when no shift is in force, and the drawer is closed: what was done is answered again. */
  eventId: number | null | 'afterwards';
  drawer: string | null;
}

/** Locks the shift: taking it away waits until the transaction ends. */
export async function lockShiftRight(tx: Tx, who: { userId: string; right: 'door' | 'till'; scope: ShiftScope; now: Date }): Promise<boolean> {
  const { userId, right, scope, now } = who;
  if (scope.drawer !== null) {
    const { rows } = await sql`select id from till_sessions where id = ${scope.drawer}::uuid and opened_by = ${userId}::uuid and on_shift and (closed_at is null or ${scope.eventId === 'afterwards'})`.execute(tx);
    if (rows.length === 0) return false;
  }
  if (scope.eventId === 'afterwards') return scope.drawer !== null;
  return (await lockShiftEvents(tx, { userId, right, now })).some((eventId) => scope.eventId === null || eventId === scope.eventId);
}

export async function lockShiftEvents(tx: Tx, { userId, right, now }: { userId: string; right: 'door' | 'till'; now: Date }): Promise<number[]> {
  const rows = await tx
    .selectFrom('shiftSignups')
    .innerJoin('shifts', 'shifts.id', 'shiftSignups.shiftId')
    .innerJoin('events', 'events.id', 'shifts.eventId')
    .select(['shifts.eventId', 'events.eventDate', 'shifts.dayOffset', 'shifts.starts', 'shifts.ends'])
    .where('shiftSignups.userId', '=', userId)
    .where('shiftSignups.state', '=', 'confirmed')
    .where('shifts.kind', '=', right)
    .where('events.withdrawnAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .orderBy('shifts.id')
    .forShare(['shiftSignups', 'shifts'])
    .execute();
  return rows.filter((times) => isInForce(shiftHours(times), now)).map(({ eventId }) => eventId);
}

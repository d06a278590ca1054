import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Role, Visibility } from '#app/domain/people/roles.ts';
import type { ShiftKind, SignupState } from '#app/domain/shifts/shift.ts';

export interface ShiftRecord {
  id: string;
  eventId: number;
  kind: ShiftKind;
  dayOffset: number;
  starts: string;
  ends: string;
  places: number;
  note: string | null;
  version: number;
  eventDate: string;
  eventTime: string;
  eventTitle: string;
  eventImage: string;
  eventLocation: string | null;
  visibility: Visibility;
  archivedAt: Date | null;
  withdrawnAt: Date | null;
  deletedAt: Date | null;
}

export interface SignupRecord {
  shiftId: string;
  userId: string;
  name: string;
  email: string;
  banned: boolean;
  state: SignupState;
  confirmedAt: Date | null;
}

function shifts(query: Query | Tx) {
  return query
    .selectFrom('shifts')
    .innerJoin('events', 'events.id', 'shifts.eventId')
    .select(['shifts.id', 'shifts.eventId', 'shifts.kind', 'shifts.dayOffset', 'shifts.starts', 'shifts.ends', 'shifts.places', 'shifts.note', 'shifts.version'])
    .select(['events.eventDate', 'events.eventTime', 'events.title as eventTitle', 'events.image as eventImage', 'events.location as eventLocation', 'events.visibility', 'events.archivedAt', 'events.withdrawnAt', 'events.deletedAt']);
}

const MOST_SHIFTS = 500;

export async function selectShiftsOfEvents(query: Query | Tx, eventIds: readonly number[]): Promise<ShiftRecord[]> {
  if (eventIds.length === 0) return [];
  return shifts(query)
    .where('shifts.eventId', 'in', [...eventIds])
    .orderBy('shifts.dayOffset')
    .orderBy('shifts.starts')
    .orderBy('shifts.kind')
    .orderBy('shifts.id')
    .limit(MOST_SHIFTS * eventIds.length)
    .execute();
}

/** What somebody may take part in, and what they do already, whoever sees its event now. */
export async function selectShiftsFor(query: Query, who: { userId: string; visibilities: readonly Visibility[]; from: string }): Promise<ShiftRecord[]> {
  return shifts(query)
    .where(sql<boolean>`events.event_date + shifts.day_offset >= ${who.from}::date`)
    .where((eb) =>
      eb.or([
        eb.and([eb('events.archivedAt', 'is', null), eb('events.visibility', 'in', [...who.visibilities])]),
        eb.exists(eb.selectFrom('shiftSignups').select('userId').whereRef('shiftSignups.shiftId', '=', 'shifts.id').where('shiftSignups.userId', '=', who.userId)),
      ]),
    )
    .where('events.deletedAt', 'is', null)
    .orderBy('events.eventDate')
    .orderBy('events.eventTime')
    .orderBy('events.id')
    .orderBy('shifts.dayOffset')
    .orderBy('shifts.starts')
    .orderBy('shifts.id')
    .limit(MOST_SHIFTS)
    .execute();
}

export async function selectShift(query: Query | Tx, shiftId: string): Promise<ShiftRecord | null> {
  return (await shifts(query).where('shifts.id', '=', shiftId).executeTakeFirst()) ?? null;
}

/** Whoever takes a place waits here for whoever takes another. */
export async function lockShift(tx: Tx, shiftId: string): Promise<ShiftRecord | null> {
  return (await shifts(tx).where('shifts.id', '=', shiftId).forUpdate('shifts').executeTakeFirst()) ?? null;
}

export async function selectSignups(query: Query | Tx, shiftIds: readonly string[]): Promise<SignupRecord[]> {
  if (shiftIds.length === 0) return [];
  return query
    .selectFrom('shiftSignups')
    .innerJoin('users', 'users.id', 'shiftSignups.userId')
    .select(['shiftSignups.shiftId', 'shiftSignups.userId', 'users.name', 'users.email', 'users.banned', 'shiftSignups.state', 'shiftSignups.confirmedAt'])
    .where('shiftSignups.shiftId', 'in', [...shiftIds])
    .orderBy('shiftSignups.askedAt')
    .orderBy('users.name')
    .execute();
}

/** One person takes one shift at a time, whichever it is: two that overlap can't both be taken. */
export async function lockPerson(tx: Tx, userId: string): Promise<{ id: string; role: Role; email: string } | null> {
  return (await tx.selectFrom('users').select(['id', 'role', 'email']).where('id', '=', userId).where('banned', '=', false).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

export async function selectPersonByEmail(query: Query | Tx, email: string): Promise<string | null> {
  return (await query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id ?? null;
}

const MOST_PEOPLE = 600;

export async function selectAssignable(query: Query, visibility: Visibility): Promise<{ name: string; email: string }[]> {
  return query
    .selectFrom('users')
    .select(['name', 'email'])
    .where('banned', '=', false)
    .$if(visibility !== 'public', (people) => people.where('role', 'in', visibility === 'socio' ? ['socio', 'comision', 'admin'] : ['comision', 'admin']))
    .orderBy('name')
    .limit(MOST_PEOPLE)
    .execute();
}

/** Other shifts that a person has or asked for. */
export async function selectOthersOf(tx: Tx, { userId, except }: { userId: string; except: string }): Promise<ShiftRecord[]> {
  return shifts(tx)
    .innerJoin('shiftSignups', 'shiftSignups.shiftId', 'shifts.id')
    .where('shiftSignups.userId', '=', userId)
    .where('shiftSignups.state', '<>', 'refused')
    .where('shifts.id', '<>', except)
    .where('events.withdrawnAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .execute();
}

export interface NewShift extends Pick<ShiftRecord, 'id' | 'eventId' | 'kind' | 'dayOffset' | 'starts' | 'ends' | 'places' | 'note'> {
  now: Date;
}

export async function insertShift(tx: Tx, { now, ...shift }: NewShift): Promise<void> {
  await tx.insertInto('shifts').values({ ...shift, createdAt: now, updatedAt: now }).execute();
}

export async function updateShift(tx: Tx, shiftId: string, { now, ...change }: Pick<NewShift, 'dayOffset' | 'starts' | 'ends' | 'places' | 'note' | 'now'>): Promise<void> {
  await tx
    .updateTable('shifts')
    .set((eb) => ({ ...change, updatedAt: now, version: eb('version', '+', 1) }))
    .where('id', '=', shiftId)
    .execute();
}

export async function deleteShiftRow(tx: Tx, shiftId: string): Promise<void> {
  await tx.deleteFrom('shifts').where('id', '=', shiftId).execute();
}

export interface SignupChange {
  shiftId: string;
  userId: string;
  state: SignupState;
  /** As its person is told of the shift by this very deed. */
  notified: Pick<ShiftRecord, 'starts' | 'ends'> & { date: string };
  now: Date;
}

export async function writeSignup(tx: Tx, { shiftId, userId, state, notified, now }: SignupChange): Promise<void> {
  const decided = { state, decidedAt: state === 'asked' ? null : now };
  await tx
    .insertInto('shiftSignups')
    .values({ ...decided, shiftId, userId, askedAt: now, confirmedAt: state === 'confirmed' ? now : null, toldDate: notified.date, toldStarts: notified.starts, toldEnds: notified.ends })
    .onConflict((conflict) => conflict.columns(['shiftId', 'userId']).doUpdateSet((eb) => ({ ...decided, toldDate: notified.date, toldStarts: notified.starts, toldEnds: notified.ends, confirmedAt: state === 'confirmed' ? now : eb.ref('shiftSignups.confirmedAt') })))
    .execute();
}

export async function deleteSignup(tx: Tx, which: { shiftId: string; userId: string }): Promise<boolean> {
  const gone = await tx.deleteFrom('shiftSignups').where('shiftId', '=', which.shiftId).where('userId', '=', which.userId).where('state', '<>', 'refused').executeTakeFirst();
  return gone.numDeletedRows === 1n;
}

/** What work there was stays, for the next time. */
export async function erasePeopleOfShiftsBefore(query: Query, day: string): Promise<void> {
  await query.deleteFrom('shiftSignups').using('shifts').innerJoin('events', 'events.id', 'shifts.eventId').whereRef('shifts.id', '=', 'shiftSignups.shiftId').where('events.eventDate', '<', day).execute();
  await sql`update shifts set note = null from events where events.id = shifts.event_id and events.event_date < ${day}::date and note is not null`.execute(query);
}

export interface ComingEvent {
  id: number;
  title: string;
  image: string;
  date: string;
  time: string;
}

const MOST_EVENTS = 60;

export async function selectComingEvents(query: Query, from: string): Promise<ComingEvent[]> {
  return query
    .selectFrom('events')
    .select(['id', 'title', 'image', 'eventDate as date', 'eventTime as time'])
    .where('archivedAt', 'is', null)
    .where('eventDate', '>=', from)
    .orderBy('eventDate')
    .orderBy('eventTime')
    .orderBy('id')
    .limit(MOST_EVENTS)
    .execute();
}

export async function selectShiftEvent(query: Query | Tx, eventId: number) {
  return (
    (await query
      .selectFrom('events')
      .select(['id', 'title', 'image', 'location', 'eventDate as date', 'eventTime as time', 'visibility', 'archivedAt', 'withdrawnAt'])
      .where('id', '=', eventId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()) ?? null
  );
}

export async function countRequested(query: Query, from: string): Promise<number> {
  const { count } = await query
    .selectFrom('shiftSignups')
    .innerJoin('shifts', 'shifts.id', 'shiftSignups.shiftId')
    .innerJoin('events', 'events.id', 'shifts.eventId')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('shiftSignups.state', '=', 'asked')
    .where('events.archivedAt', 'is', null)
    .where(sql<boolean>`events.event_date + shifts.day_offset >= ${from}::date`)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NotifiedSignup extends ShiftRecord {
  userId: string;
  email: string;
  banned: boolean;
  confirmedAt: Date | null;
  toldWithdrawn: boolean;
}

const AT_ONCE = 100;

function signupsToNotify(tx: Tx) {
  return shifts(tx)
    .innerJoin('shiftSignups', 'shiftSignups.shiftId', 'shifts.id')
    .innerJoin('users', 'users.id', 'shiftSignups.userId')
    .select(['shiftSignups.userId', 'users.email', 'users.banned', 'shiftSignups.confirmedAt', 'shiftSignups.toldWithdrawn'])
    .orderBy('shifts.id')
    .orderBy('shiftSignups.userId')
    .forUpdate('shiftSignups')
    .skipLocked()
    .limit(AT_ONCE);
}

/** Whom something else was told last than what their shift is now: moved, or with its event, which may also not take place. */
export async function lockSignupsToNotify(tx: Tx): Promise<NotifiedSignup[]> {
  return signupsToNotify(tx)
    .where('shiftSignups.state', '<>', 'refused')
    .where(sql<boolean>`((events.event_date + shifts.day_offset, shifts.starts, shifts.ends) is distinct from (shift_signups.told_date, shift_signups.told_starts, shift_signups.told_ends)
      or (events.withdrawn_at is not null) <> shift_signups.told_withdrawn)`)
    .execute();
}

export async function markNotified(tx: Tx, which: { shiftId: string; userId: string }, notified: { date: string; starts: string; ends: string; withdrawn: boolean }): Promise<void> {
  await tx
    .updateTable('shiftSignups')
    .set({ toldDate: notified.date, toldStarts: notified.starts, toldEnds: notified.ends, toldWithdrawn: notified.withdrawn })
    .where('shiftId', '=', which.shiftId)
    .where('userId', '=', which.userId)
    .execute();
}

export async function lockSignupsOfDays(tx: Tx, days: { from: string; to: string }): Promise<NotifiedSignup[]> {
  return signupsToNotify(tx)
    .where('shiftSignups.state', '=', 'confirmed')
    .where('users.banned', '=', false)
    .where('events.withdrawnAt', 'is', null)
    .where('events.deletedAt', 'is', null)
    .where(sql<boolean>`events.event_date + shifts.day_offset between ${days.from}::date and ${days.to}::date`)
    .where(sql<boolean>`shift_signups.reminded_for is distinct from events.event_date + shifts.day_offset`)
    .limit(10 * AT_ONCE)
    .execute();
}

export async function markReminded(tx: Tx, which: { shiftId: string; userId: string; date: string }): Promise<void> {
  await tx.updateTable('shiftSignups').set({ remindedFor: which.date }).where('shiftId', '=', which.shiftId).where('userId', '=', which.userId).execute();
}

/** For the demo's events, which move with the day: nobody is told of that. */
export async function markAllNotified(query: Query): Promise<void> {
  await sql`update shift_signups set told_date = events.event_date + shifts.day_offset from shifts join events on events.id = shifts.event_id join demo_events on demo_events.event_id = events.id
    where shifts.id = shift_signups.shift_id and events.version = 1`.execute(query);
}

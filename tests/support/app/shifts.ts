import { addDays } from '#app/domain/time/dates.ts';
import { wallInMadrid } from '#app/domain/time/madrid-time.ts';
import type { ShiftKind } from '#app/domain/shifts/shift.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { TestApp } from './test-app.ts';
import { anEvent, type EventInput } from './events.ts';
import { aMember, login, type Member } from '../people/accounts.ts';

export interface ShiftInput {
  kind?: ShiftKind;
  dayOffset?: number;
  starts?: string;
  ends?: string;
  places?: number;
  note?: string;
}

/** An app under test, or a running site. */
type Parts = Pick<TestApp, 'db' | 'deps'> & { clock: Deps['clock'] };

/** As an admin made it. */
export async function aShift(app: Parts, event: Pick<EventDetail, 'id'>, input: ShiftInput = {}): Promise<string> {
  const now = app.clock.now();
  const id = app.deps.ids.uuid();
  const { kind = 'bar', dayOffset = 0, starts = '20:00', ends = '23:00', places = 2, note = null } = input;
  await app.db.query.insertInto('shifts').values({ id, eventId: event.id, kind, dayOffset, starts, ends, places, note, createdAt: now, updatedAt: now }).execute();
  return id;
}

/** An event on the app's own day, with hours counted from now. */
export async function anEventTonight(app: Parts, input: EventInput = {}): Promise<EventDetail> {
  return anEvent(app, { date: wallInMadrid(app.clock.now().getTime()).date, ...input });
}

/** An event on the app's own day at any hour, whose tickets were sold before. */
export async function moveToTonight(app: Parts, event: EventDetail): Promise<EventDetail> {
  const { date } = wallInMadrid(app.clock.now().getTime());
  await app.db.query.updateTable('events').set({ eventDate: date }).where('id', '=', event.id).execute();
  return { ...event, date };
}

/** So many minutes from now, on the wall and from an event's day. */
function wallIn(app: Pick<Parts, 'clock'>, event: Pick<EventDetail, 'date'>, minutes: number): { dayOffset: number; time: string } {
  const { date, time } = wallInMadrid(app.clock.now().getTime() + minutes * 60_000);
  return { dayOffset: date < event.date ? -1 : date > event.date ? 1 : 0, time };
}

/** A shift that began an hour ago and goes on for another. */
export async function aShiftNow(app: Parts, event: EventDetail, input: ShiftInput & { from?: number; to?: number } = {}): Promise<string> {
  const { from = -60, to = 60, ...rest } = input;
  const [start, end] = [wallIn(app, event, from), wallIn(app, event, to)];
  return aShift(app, event, { ...rest, dayOffset: start.dayOffset, starts: start.time, ends: end.time });
}

export type InShift = Member & { cookie: string };

/** Somebody whom an admin has accepted, signed in. */
export async function aMemberOn(app: TestApp, shiftId: string): Promise<InShift> {
  const member = await aMember(app);
  await accept(app, shiftId, member);
  return { ...member, cookie: await login(app, member) };
}

export async function accept(app: Parts, shiftId: string, { id: userId }: Pick<Member, 'id'>, state: 'asked' | 'confirmed' = 'confirmed'): Promise<void> {
  const now = app.clock.now();
  const { eventDate, dayOffset, starts, ends } = await app.db.query.selectFrom('shifts').innerJoin('events', 'events.id', 'shifts.eventId').select(['events.eventDate', 'shifts.dayOffset', 'shifts.starts', 'shifts.ends']).where('shifts.id', '=', shiftId).executeTakeFirstOrThrow();
  const decidedAt = state === 'asked' ? null : now;
  await app.db.query
    .insertInto('shiftSignups')
    .values({ shiftId, userId, state, askedAt: now, decidedAt, confirmedAt: decidedAt, toldDate: addDays(eventDate, dayOffset), toldStarts: starts, toldEnds: ends })
    .execute();
}

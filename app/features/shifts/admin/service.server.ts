import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { maySee } from '#app/domain/people/roles.ts';
import { shiftDay, shiftHours, type ShiftKind, shiftRight } from '#app/domain/shifts/shift.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost, type StaffWork } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { notifyOfShifts } from '../mails/shift-mails.server.ts';
import { signupFactsOf } from '../service.server.ts';
import {
  type ComingEvent,
  countRequested,
  deleteShiftRow,
  insertShift,
  lockPerson,
  lockShift,
  selectComingEvents,
  selectShiftEvent,
  selectAssignable,
  selectPersonByEmail,
  selectShift,
  selectShiftsOfEvents,
  selectSignups,
  type ShiftRecord,
  type SignupRecord,
  updateShift,
  writeSignup,
} from '../store.server.ts';

export interface BoardShift extends ShiftRecord {
  people: SignupRecord[];
  confirmed: number;
  /** People still to be found. */
  gaps: number;
  isOver: boolean;
}

export interface ShiftBoard {
  event: NonNullable<Awaited<ReturnType<typeof selectShiftEvent>>>;
  shifts: BoardShift[];
}

export async function readBoard(deps: Pick<Deps, 'db' | 'clock'>, _admin: AdminId, eventId: number): Promise<ShiftBoard | null> {
  const event = await selectShiftEvent(deps.db.query, eventId);
  return event && { event, shifts: await boardShifts(deps, [eventId]) };
}

async function boardShifts({ db, clock }: Pick<Deps, 'db' | 'clock'>, eventIds: readonly number[]): Promise<BoardShift[]> {
  const now = clock.now().getTime();
  const shifts = await selectShiftsOfEvents(db.query, eventIds);
  const signups = Map.groupBy(await selectSignups(db.query, shifts.map(({ id }) => id)), ({ shiftId }) => shiftId);
  return shifts.map((shift) => {
    const people = signups.get(shift.id) ?? [];
    const confirmed = people.filter(({ state }) => state === 'confirmed').length;
    return { ...shift, people, confirmed, gaps: Math.max(0, shift.places - confirmed), isOver: now >= shiftHours(shift).end };
  });
}

export async function readPeople(deps: Pick<Deps, 'db'>, _admin: AdminId, { visibility }: Pick<ShiftBoard['event'], 'visibility'>): Promise<{ name: string; email: string }[]> {
  return selectAssignable(deps.db.query, visibility);
}

export async function findShift(deps: Pick<Deps, 'db'>, shiftId: string): Promise<ShiftRecord | null> {
  return isUuid(shiftId) ? selectShift(deps.db.query, shiftId) : null;
}

export interface EventGaps extends ComingEvent {
  shifts: number;
  gaps: number;
  requests: number;
}

export async function listEventsWithGaps(deps: Pick<Deps, 'db' | 'clock'>, _admin: AdminId): Promise<EventGaps[]> {
  const events = await selectComingEvents(deps.db.query, addDays(dayInMadrid(deps.clock.now()), -1));
  const shiftsOf = Map.groupBy(await boardShifts(deps, events.map(({ id }) => id)), ({ eventId }) => eventId);
  return events.map((event) => {
    const shifts = shiftsOf.get(event.id) ?? [];
    const open = shifts.filter(({ isOver }) => !isOver);
    return { ...event, shifts: shifts.length, gaps: open.reduce((sum, { gaps }) => sum + gaps, 0), requests: open.reduce((sum, { people }) => sum + people.filter(({ state }) => state === 'asked').length, 0) };
  });
}

export async function countRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  return countRequested(db.query, dayInMadrid(clock.now()));
}

export interface ShiftDraft {
  kind: ShiftKind;
  dayOffset: number;
  starts: string;
  ends: string;
  places: number;
  note: string | null;
}

export async function makeShift(deps: Deps, admin: AdminId, { eventId, draft }: { eventId: number; draft: ShiftDraft }): Promise<{ outcome: 'done' | 'not_found' } | RightLost> {
  return asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<{ outcome: 'done' | 'not_found' }> => {
    const event = await selectShiftEvent(tx, eventId);
    if (event === null || event.withdrawnAt !== null) return { outcome: 'not_found' };
    const id = deps.ids.uuid();
    await insertShift(tx, { ...draft, id, eventId, now });
    await audit({ action: 'shift.made', subject: 'shift', subjectId: id, detail: { event: eventId, kind: draft.kind, places: draft.places } });
    return { outcome: 'done' };
  });
}

export type ChangeShiftOutcome = { outcome: 'done' | 'not_found' } | { outcome: 'too_few'; confirmed: number } | { outcome: 'conflict'; current: ShiftRecord } | RightLost;

/** Its kind stays: who took the bar has not been accepted at the door. People in it are told by `notifyOfChanges`. */
export async function changeShift(deps: Deps, admin: AdminId, { shiftId, version, draft }: { shiftId: string; version: number; draft: Omit<ShiftDraft, 'kind'> }): Promise<ChangeShiftOutcome> {
  return withShift<Exclude<ChangeShiftOutcome, RightLost>>(deps, { admin, shiftId }, async (tx, { shift, work: { now, audit } }) => {
    if (shift.version !== version) return { outcome: 'conflict', current: shift };
    const confirmed = (await selectSignups(tx, [shiftId])).filter(({ state }) => state === 'confirmed').length;
    if (draft.places < confirmed) return { outcome: 'too_few', confirmed };
    const { dayOffset, starts, ends, places, note } = draft;
    await updateShift(tx, shiftId, { dayOffset, starts, ends, places, note, now });
    await audit({ action: 'shift.changed', subject: 'shift', subjectId: shiftId, detail: { event: shift.eventId, kind: shift.kind, before: whenOf(shift), after: whenOf({ ...shift, ...draft }), places } });
    return { outcome: 'done' };
  });
}

function whenOf(shift: ShiftRecord): string {
  return `${shiftDay(shift)} ${shift.starts}-${shift.ends}`;
}

export async function deleteShift(deps: Deps, admin: AdminId, shiftId: string): Promise<{ outcome: 'done' | 'not_found'; notified?: number } | RightLost> {
  return withShift<{ outcome: 'done' | 'not_found'; notified?: number }>(deps, { admin, shiftId }, async (tx, { shift, work: { now, audit } }) => {
    const isOver = now.getTime() >= shiftHours(shift).end;
    const people = (await selectSignups(tx, [shiftId])).filter(({ state, banned }) => state !== 'refused' && !banned && !isOver && shift.withdrawnAt === null);
    await notifyOfShifts(tx, deps, people.map((person) => ({ about: 'deleted', shift, person, now })));
    await deleteShiftRow(tx, shiftId);
    await audit({ action: 'shift.deleted', subject: 'shift', subjectId: shiftId, detail: { event: shift.eventId, kind: shift.kind, people: people.length } });
    return { outcome: 'done', notified: people.length };
  });
}

export type ShiftAssignment = { outcome: 'done' | 'not_found' | 'no_such_person' | 'may_not_see' | 'already' | 'full' | 'over' } | { outcome: 'overlap'; with: ShiftRecord } | RightLost;

/** Whoever asked is accepted by it; whoever was turned down may be taken after all. */
export async function assignToShift(deps: Deps, admin: AdminId, { shiftId, person }: { shiftId: string; person: { userId: string } | { email: string } }): Promise<ShiftAssignment> {
  return asStaff<'admin', Exclude<ShiftAssignment, RightLost>>(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }) => {
    const userId = 'userId' in person ? person.userId : await selectPersonByEmail(tx, person.email);
    const member = userId !== null && isUuid(userId) ? await lockPerson(tx, userId) : null;
    if (member === null) return { outcome: 'no_such_person' };
    const shift = isUuid(shiftId) ? await lockShift(tx, shiftId) : null;
    if (shift === null || shift.withdrawnAt !== null) return { outcome: 'not_found' };
    if (!maySee(member.role, shift.visibility)) return { outcome: 'may_not_see' };
    const facts = await signupFactsOf(tx, { shift, userId: member.id });
    if (facts.own === 'confirmed') return { outcome: 'already' };
    if (now.getTime() >= facts.hours.end) return { outcome: 'over' };
    if (facts.confirmed >= facts.places) return { outcome: 'full' };
    if (facts.clash !== undefined) return { outcome: 'overlap', with: facts.clash };
    await writeSignup(tx, { shiftId, userId: member.id, state: 'confirmed', notified: { ...shift, date: shiftDay(shift) }, now });
    const wasRequested = facts.own === 'asked';
    await notifyOfShifts(tx, deps, [{ about: wasRequested ? 'accepted' : 'assigned', shift, person: { userId: member.id, email: member.email }, now }]);
    await audit({ action: wasRequested ? 'shift.accepted' : 'shift.assigned', subject: 'shift', subjectId: shiftId, detail: { event: shift.eventId, kind: shift.kind, user: member.id } });
    return { outcome: 'done' };
  });
}

export type RejectOutcome = { outcome: 'done' | 'not_found' | 'gone' } | RightLost;

/** Refuses who asked, or takes the shift from who has it; the row stays, so that what they scanned is judged by it. */
export async function rejectSignup(deps: Deps, admin: AdminId, { shiftId, userId }: { shiftId: string; userId: string }): Promise<RejectOutcome> {
  return withShift<Exclude<RejectOutcome, RightLost>>(deps, { admin, shiftId }, async (tx, { shift, work: { now, audit } }) => {
    const person = (await selectSignups(tx, [shiftId])).find((signup) => signup.userId === userId);
    if (person === undefined || person.state === 'refused') return { outcome: 'gone' };
    await writeSignup(tx, { shiftId, userId, state: 'refused', notified: { ...shift, date: shiftDay(shift) }, now });
    if (!person.banned && now.getTime() < shiftHours(shift).end) await notifyOfShifts(tx, deps, [{ about: person.state === 'asked' ? 'turned_down' : 'removed', shift, person, now }]);
    await audit({ action: person.state === 'asked' ? 'shift.turned_down' : 'shift.removed', subject: 'shift', subjectId: shiftId, detail: { event: shift.eventId, kind: shift.kind, user: userId } });
    return { outcome: 'done' };
  });
}

/** Whether what is done with it gives or takes a right. */
export function givesRight(shift: Pick<ShiftRecord, 'kind'>): boolean {
  return shiftRight(shift.kind) !== null;
}

async function withShift<Outcome>(
  deps: Deps,
  { admin, shiftId }: { admin: AdminId; shiftId: string },
  work: (tx: Tx, facts: { shift: ShiftRecord; work: StaffWork }) => Promise<Outcome>,
): Promise<Outcome | { outcome: 'not_found' } | RightLost> {
  return asStaff<'admin', Outcome | { outcome: 'not_found' }>(deps, { staff: admin, right: 'admin' }, async (tx, staffWork) => {
    const shift = isUuid(shiftId) ? await lockShift(tx, shiftId) : null;
    return shift === null ? { outcome: 'not_found' } : work(tx, { shift, work: staffWork });
  });
}

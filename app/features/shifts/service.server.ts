import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { maySee, visibilitiesFor } from '#app/domain/people/roles.ts';
import { decideSignup, maySignOff, overlaps, shiftDay, shiftHours, shiftRight, type SignupState } from '#app/domain/shifts/shift.ts';
import { hasShift } from '#app/domain/shifts/standing.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { deleteSignup, insertShift, lockPerson, lockShift, selectOthersOf, selectShiftsFor, selectShiftsOfEvents, selectSignups, type ShiftRecord, writeSignup } from './store.server.ts';

type Member = Extract<Actor, { kind: 'user' }>;

export interface OwnShift extends Pick<ShiftRecord, 'id' | 'kind' | 'starts' | 'ends' | 'places' | 'note' | 'dayOffset'> {
  /** YYYY-MM-DD */
  date: string;
  confirmed: number;
  own: SignupState | null;
  /** Names of the others, for whoever is in it. */
  mates: string[];
  isOver: boolean;
  maySignOff: boolean;
  /** Where its right is used, while it is in force. */
  opens: 'door' | 'till' | null;
  /** One of their own in the same hours, for which this one would be refused. */
  clash: ShiftRecord | null;
}

export interface EventShifts {
  event: { id: number; title: string; image: string; date: string; time: string; location: string | null; withdrawn: boolean };
  shifts: OwnShift[];
}

/** From yesterday on: a night goes on past midnight. */
export async function listShifts(deps: Pick<Deps, 'db' | 'clock'>, member: Member): Promise<EventShifts[]> {
  const now = deps.clock.now();
  const { query } = deps.db;
  const records = await selectShiftsFor(query, { userId: member.userId, visibilities: visibilitiesFor(member.role), from: addDays(dayInMadrid(now), -1) });
  const signups = Map.groupBy(await selectSignups(query, records.map(({ id }) => id)), ({ shiftId }) => shiftId);
  const taken = records.filter(({ id, withdrawnAt }) => withdrawnAt === null && isTaken(stateOf(signups.get(id), member)));
  const events = Map.groupBy(records, ({ eventId }) => eventId);
  return [...events.values()].flatMap((ofEvent) => {
    const shifts = ofEvent.map((record) => toOwnShift(record, { signups: signups.get(record.id) ?? [], member, taken, now }));
    const [first] = ofEvent;
    const upcoming = shifts.filter(({ isOver }) => !isOver);
    if (first === undefined || upcoming.length === 0) return [];
    const { eventId: id, eventTitle: title, eventImage: image, eventDate: date, eventTime: time, eventLocation: location, withdrawnAt } = first;
    return [{ event: { id, title, image, date, time, location, withdrawn: withdrawnAt !== null }, shifts: upcoming }];
  });
}

interface SignupOfShift {
  userId: string;
  name: string;
  state: SignupState;
}

function stateOf(signups: readonly SignupOfShift[] | undefined, member: Member): SignupState | null {
  return signups?.find(({ userId }) => userId === member.userId)?.state ?? null;
}

function isTaken(own: SignupState | null): boolean {
  return own === 'confirmed' || own === 'asked';
}

function toOwnShift(record: ShiftRecord, { signups, member, taken, now }: { signups: readonly SignupOfShift[]; member: Member; taken: readonly ShiftRecord[]; now: Date }): OwnShift {
  const { id, kind, starts, ends, places, note, dayOffset, eventId, withdrawnAt } = record;
  const hours = shiftHours(record);
  const own = stateOf(signups, member);
  const confirmed = signups.filter(({ state }) => state === 'confirmed');
  const right = shiftRight(kind);
  return {
    id,
    kind,
    starts,
    ends,
    places,
    note,
    dayOffset,
    date: shiftDay(record),
    confirmed: confirmed.length,
    own,
    mates: own === 'confirmed' ? confirmed.flatMap(({ userId, name }) => (userId === member.userId ? [] : name)) : [],
    isOver: now.getTime() >= hours.end && !(right !== null && own === 'confirmed' && hasShift(member.shift, right, eventId)),
    maySignOff: withdrawnAt === null && maySignOff(hours, now),
    opens: right !== null && own === 'confirmed' && hasShift(member.shift, right, eventId) ? right : null,
    clash: isTaken(own) ? null : (taken.find((other) => overlaps(hours, shiftHours(other))) ?? null),
  };
}

export type SignUpRefusal = { outcome: 'turned_down' | 'over' | 'full' | 'not_found' } | { outcome: 'overlap'; with: ShiftRecord };
export type SignUpOutcome = { outcome: 'confirmed' } | { outcome: 'asked' } | SignUpRefusal;

/** Bar, kitchen and setting up are taken at once; door and till are asked for. Repeated it answers as before. */
export async function signUp(deps: Pick<Deps, 'db' | 'clock'>, member: Member, shiftId: string): Promise<SignUpOutcome> {
  if (!isUuid(shiftId)) return { outcome: 'not_found' };
  return deps.db.inTransaction(async (tx): Promise<SignUpOutcome> => {
    const person = await lockPerson(tx, member.userId);
    const shift = person && (await lockShift(tx, shiftId));
    if (!person || !shift || !maySee(person.role, shift.visibility) || shift.archivedAt !== null) return { outcome: 'not_found' };
    const now = deps.clock.now();
    const facts = await signupFactsOf(tx, { shift, userId: person.id });
    const decision = decideSignup(facts, now);
    if (decision === 'overlap') return { outcome: 'overlap', with: facts.clash ?? shift };
    if (decision === 'already') return { outcome: facts.own === 'asked' ? 'asked' : 'confirmed' };
    if (decision !== 'confirm' && decision !== 'ask') return { outcome: decision };
    const state = decision === 'confirm' ? 'confirmed' : 'asked';
    await writeSignup(tx, { shiftId, userId: person.id, state, notified: { ...shift, date: shiftDay(shift) }, now });
    await writeAudit(tx, { at: now, actor: `user:${person.id}`, action: state === 'confirmed' ? 'shift.taken' : 'shift.asked', subject: 'shift', subjectId: shiftId, detail: { event: shift.eventId, kind: shift.kind } });
    return { outcome: state };
  });
}

/** The same work at another event, with nobody in it yet. Answers how many shifts there are. */
export async function copyShifts(tx: Tx, { ids }: Pick<Deps, 'ids'>, { from, to, now }: { from: number; to: number; now: Date }): Promise<number> {
  const shifts = await selectShiftsOfEvents(tx, [from]);
  for (const { kind, dayOffset, starts, ends, places, note } of shifts) await insertShift(tx, { id: ids.uuid(), eventId: to, kind, dayOffset, starts, ends, places, note, now });
  return shifts.length;
}

/** Under the locks of the person and the shift. */
export async function signupFactsOf(tx: Tx, { shift, userId }: { shift: ShiftRecord; userId: string }) {
  const signups = await selectSignups(tx, [shift.id]);
  const others = await selectOthersOf(tx, { userId, except: shift.id });
  const hours = shiftHours(shift);
  return {
    kind: shift.kind,
    hours,
    places: shift.places,
    confirmed: signups.filter(({ state }) => state === 'confirmed').length,
    own: signups.find((signup) => signup.userId === userId)?.state ?? null,
    others: others.map((other) => shiftHours(other)),
    clash: others.find((other) => overlaps(hours, shiftHours(other))),
  };
}

export type SignOffOutcome = 'off' | 'too_late' | 'not_found';

export async function signOff(deps: Pick<Deps, 'db' | 'clock'>, member: Member, shiftId: string): Promise<SignOffOutcome> {
  if (!isUuid(shiftId)) return 'not_found';
  return deps.db.inTransaction(async (tx): Promise<SignOffOutcome> => {
    const shift = await lockShift(tx, shiftId);
    if (shift === null) return 'not_found';
    const now = deps.clock.now();
    if (!maySignOff(shiftHours(shift), now)) return 'too_late';
    if (!(await deleteSignup(tx, { shiftId, userId: member.userId }))) return 'not_found';
    await writeAudit(tx, { at: now, actor: `user:${member.userId}`, action: 'shift.left', subject: 'shift', subjectId: shiftId, detail: { event: shift.eventId, kind: shift.kind } });
    return 'off';
  });
}

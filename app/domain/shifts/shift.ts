import { quietUntil } from '../mail/reminder.ts';
import { addDays } from '../time/dates.ts';
import { dayInMadrid, endInMadrid, instantInMadrid } from '../time/madrid-time.ts';

export const SHIFT_KINDS = ['setup', 'bar', 'kitchen', 'door', 'till'] as const;
export type ShiftKind = (typeof SHIFT_KINDS)[number];

export const SHIFT_NAMES: Readonly<Record<ShiftKind, string>> = { setup: 'Muntatge', bar: 'Barra', kitchen: 'Cuina', door: 'Porta', till: 'Taquilla' };

export type SignupState = 'asked' | 'confirmed' | 'refused';

/** A shift at door or till gives a right, so it counts once an admin has accepted. */
export function shiftRight(kind: ShiftKind): 'door' | 'till' | null {
  return kind === 'door' || kind === 'till' ? kind : null;
}

export const MOST_PLACES_OF_SHIFT = 200;
export const MAX_SHIFT_NOTE = 200;

export interface ShiftTimes {
  /** Of the event, YYYY-MM-DD. */
  eventDate: string;
  dayOffset: number;
  starts: string;
  ends: string;
}

export interface ShiftHours {
  start: number;
  end: number;
}

export function shiftDay({ eventDate, dayOffset }: Pick<ShiftTimes, 'eventDate' | 'dayOffset'>): string {
  return addDays(eventDate, dayOffset);
}

/** In the hour that spring leaves out the end may fall before the start: such a shift has no length. */
export function shiftHours(times: ShiftTimes): ShiftHours {
  const day = shiftDay(times);
  const start = instantInMadrid(day, times.starts);
  return { start, end: Math.max(start, endInMadrid(day, { start: times.starts, end: times.ends })) };
}

/** A shift's right begins this much earlier and ends this much later. */
export const SHIFT_MARGIN_MS = 15 * 60_000;

export function isInForce(hours: ShiftHours, now: Date): boolean {
  return now.getTime() >= hours.start - SHIFT_MARGIN_MS && now.getTime() < hours.end + SHIFT_MARGIN_MS;
}

export function rightEndsAt({ end }: ShiftHours): Date {
  return new Date(end + SHIFT_MARGIN_MS);
}

/** One that begins when another ends does not overlap with it. */
export function overlaps(one: ShiftHours, other: ShiftHours): boolean {
  return one.start < other.end && other.start < one.end;
}

export interface SignupFacts {
  kind: ShiftKind;
  hours: ShiftHours;
  places: number;
  confirmed: number;
  /** What the person has to do with this shift already. */
  own: SignupState | null;
  /** Hours of the other shifts that they have or asked for. */
  others: readonly ShiftHours[];
}

export type SignupDecision = 'confirm' | 'ask' | 'already' | 'turned_down' | 'over' | 'full' | 'overlap';

export function decideSignup(facts: SignupFacts, now: Date): SignupDecision {
  const { kind, hours, places, confirmed, own, others } = facts;
  if (own === 'refused') return 'turned_down';
  if (own !== null) return 'already';
  if (now.getTime() >= hours.end) return 'over';
  if (confirmed >= places) return 'full';
  if (others.some((other) => overlaps(hours, other))) return 'overlap';
  return shiftRight(kind) === null ? 'confirm' : 'ask';
}

/** Until its right may have been used; afterwards whoever can't come tells somebody. */
export function maySignOff({ start }: ShiftHours, now: Date): boolean {
  return now.getTime() < start - SHIFT_MARGIN_MS;
}

const REMINDER_TIME = '10:00';

/** From ten o'clock of the day before on, never at night, and not to who came later than that. */
export function isReminderDue(shift: ShiftTimes & { confirmedAt: Date }, now: Date): boolean {
  const { start } = shiftHours(shift);
  const from = instantInMadrid(addDays(dayInMadrid(new Date(start)), -1), REMINDER_TIME);
  return now.getTime() >= from && now.getTime() < start && shift.confirmedAt.getTime() < from && quietUntil(now) === null;
}

const GRACE_MS = 48 * 60 * 60_000;

export type HeldShiftReason = 'revoked' | 'after_end' | 'late';

/** Whether what somebody scanned without network at a shift of theirs counts, as for an evening pass; `ended`: by an admin. */
export function heldShiftReason(shifts: readonly { hours: ShiftHours; ended: boolean }[], scan: { scannedAt: Date; now: Date }): HeldShiftReason | null {
  const standing = shifts.filter(({ ended }) => !ended);
  if (standing.length === 0) return 'revoked';
  const own = standing.find(({ hours }) => isInForce(hours, scan.scannedAt));
  if (own === undefined) return 'after_end';
  return scan.now.getTime() > rightEndsAt(own.hours).getTime() + GRACE_MS ? 'late' : null;
}

/** '20:00–23:30' */
export function hoursText({ starts, ends }: Pick<ShiftTimes, 'starts' | 'ends'>): string {
  return `${starts}–${ends}`;
}

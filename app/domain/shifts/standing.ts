import { type ShiftHours, isInForce, rightEndsAt, SHIFT_MARGIN_MS } from './shift.ts';

export interface ShiftRight {
  right: 'door' | 'till';
  eventId: number;
  until: Date;
}

/** What an account may by its shifts, at one instant. It is none of the account's rights: only what asks for it opens. */
export interface ShiftStanding {
  rights: readonly ShiftRight[];
  /** Events at whose door they were: what their phone still has is handed in. */
  handsIn: readonly number[];
  /** Open drawers that they opened in a shift. */
  drawers: readonly string[];
}

export interface HeldShift {
  right: 'door' | 'till';
  eventId: number;
  hours: ShiftHours;
  /** Taken away by an admin. */
  ended: boolean;
  /** Its event does not take place. */
  calledOff: boolean;
  /** To other hours, with its event, after it was accepted. */
  moved: boolean;
}

/** Null for whom no shift opens anything. */
export function standingOf(shifts: readonly HeldShift[], drawers: readonly string[], now: Date): ShiftStanding | null {
  const groups = Map.groupBy(shifts.filter(({ ended, calledOff }) => !ended && !calledOff), ({ right, eventId }) => `${right} ${eventId}`);
  const rights = [...groups.values()].flatMap((same) => rightOf(same, now) ?? []);
  const handsIn = [...new Set(shifts.filter(({ right, hours, moved }) => right === 'door' && (moved || hours.start - SHIFT_MARGIN_MS <= now.getTime())).map(({ eventId }) => eventId))];
  return rights.length + handsIn.length + drawers.length === 0 ? null : { rights, handsIn, drawers };
}

/** Shifts that follow one another are one right. */
function rightOf(shifts: readonly HeldShift[], now: Date): ShiftRight | null {
  let until: Date | null = null;
  for (const { hours } of shifts.toSorted((one, other) => one.hours.start - other.hours.start)) {
    const goesOn: boolean = until !== null && hours.start - SHIFT_MARGIN_MS <= until.getTime();
    if ((isInForce(hours, now) || goesOn) && (until === null || rightEndsAt(hours) > until)) until = rightEndsAt(hours);
  }
  const [first] = shifts;
  return first === undefined || until === null ? null : { right: first.right, eventId: first.eventId, until };
}

export function hasShift(standing: ShiftStanding | null | undefined, right: string, eventId: number | null = null): boolean {
  return standing?.rights.some((one) => one.right === right && (eventId === null || one.eventId === eventId)) === true;
}

export function shiftEvents(standing: ShiftStanding | null | undefined, right: 'door' | 'till'): number[] {
  return standing?.rights.filter((one) => one.right === right).map(({ eventId }) => eventId) ?? [];
}

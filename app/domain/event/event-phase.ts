import { endInMadrid, instantInMadrid } from '../time/madrid-time.ts';

export const EVENT_PHASES = ['before', 'tonight', 'after'] as const;
export type EventPhase = (typeof EVENT_PHASES)[number];

const HOUR_MS = 3_600_000;
/** Tables are laid, the door and the till get ready. */
const BEFORE_START_MS = 3 * HOUR_MS;
/** Of an event of which nobody said when it ends. */
const USUAL_LENGTH_MS = 6 * HOUR_MS;
const AFTER_END_MS = HOUR_MS;
/** A supper goes on past midnight: until then its ticket stays on top. */
const COMING_MS = 12 * HOUR_MS;

interface EventHours {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  time: string;
  endTime: string | null;
}

export function eventPhase({ date, time, endTime }: EventHours, now: Date): EventPhase {
  const start = instantInMadrid(date, time);
  const end = endTime === null ? start + USUAL_LENGTH_MS : endInMadrid(date, { start: time, end: endTime });
  if (now.getTime() < start - BEFORE_START_MS) return 'before';
  return now.getTime() <= end + AFTER_END_MS ? 'tonight' : 'after';
}

export function isComing({ date, time }: Pick<EventHours, 'date' | 'time'>, now: Date): boolean {
  return now.getTime() < instantInMadrid(date, time) + COMING_MS;
}

/** 'Hui' for a paella at noon. */
export function tonightWord(time: string): string {
  return time >= '18:00' ? 'Esta nit' : 'Hui';
}

export function isEventPhase(text: string | null): text is EventPhase {
  return EVENT_PHASES.some((phase) => phase === text);
}

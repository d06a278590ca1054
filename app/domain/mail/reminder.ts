import { addDays } from '../time/dates.ts';
import { instantInMadrid, wallInMadrid } from '../time/madrid-time.ts';

/** Nobody is written to from `QUIET_FROM` until `QUIET_UNTIL`, in Europe/Madrid. */
const QUIET_FROM = '21:00';
const QUIET_UNTIL = '09:00';

export const WRONG_REMINDER = 'Tria una hora entre les 09:00 i les 20:59, o deixa-la buida';

export function mayBeRemindedAt(time: string): boolean {
  return time >= QUIET_UNTIL && time < QUIET_FROM;
}

/** `date`: of the event, YYYY-MM-DD. Epoch milliseconds. */
export function reminderDueAt({ date, reminderAt }: { date: string; reminderAt: string }): number {
  return instantInMadrid(addDays(date, -1), reminderAt);
}

/** When the quiet hours end; null outside them. */
export function quietUntil(now: Date): Date | null {
  const { date, time } = wallInMadrid(now.getTime());
  if (mayBeRemindedAt(time)) return null;
  return new Date(instantInMadrid(time < QUIET_UNTIL ? date : addDays(date, 1), QUIET_UNTIL));
}

export function reminderKey({ eventId, date, holder }: { eventId: number; date: string; holder: string }): string {
  return `reminder:${eventId}:${date}:${holder}`;
}

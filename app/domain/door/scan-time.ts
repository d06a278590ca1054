import { addDays } from '../time/dates.ts';
import { dayInMadrid, startOfDayInMadrid } from '../time/madrid-time.ts';

interface ScanBounds {
  /** YYYY-MM-DD. Its night goes on the day after. */
  eventDate: string;
  now: Date;
  listAsOf: Date | null;
}

/** A phone may say any time: what is believed lies on the event's day (or, where somebody tries the door before it, within a day), not before the phone's list, and never to come. */
export function believedScanTime(claimed: Date, { eventDate, now, listAsOf }: ScanBounds): Date {
  const today = dayInMadrid(now);
  const first = eventDate <= today ? eventDate : addDays(today, -1);
  const begins = startOfDayInMadrid(first);
  const ends = startOfDayInMadrid(addDays(first, 2));
  const latest = Math.min(now.getTime(), ends);
  const earliest = Math.min(latest, Math.max(begins, listAsOf?.getTime() ?? begins));
  return new Date(Math.min(latest, Math.max(earliest, claimed.getTime())));
}

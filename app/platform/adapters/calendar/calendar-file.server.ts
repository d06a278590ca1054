import { type Association, searchableVenue } from '#app/domain/association.ts';
import { endInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';

export interface CalendarEntry {
  id: number;
  /** Grows with each edit, so that a calendar takes the newer of two files. */
  version: number;
  title: string;
  description: string;
  eventDate: string;
  eventTime: string;
  /** HH:MM, of the day after where it is earlier than `eventTime`; null: not known. */
  eventEndTime: string | null;
  location: string | null;
}

export interface CalendarFile {
  entries: readonly CalendarEntry[];
  publicUrl: URL;
  association: Association;
  stamp: Date;
  /** A subscribed feed: its name, and the seconds between reads. It rings no alarms. */
  feed?: { name: string; refreshS: number };
}

const HOUR_S = 3_600;
const LASTS_MS = 3 * HOUR_S * 1000;
const ALARMS_BEFORE_S = [24 * HOUR_S, 2 * HOUR_S];

/** Events as an iCalendar file (RFC 5545). Instants are in UTC: right in every program, whatever it knows of Madrid's clocks. */
export async function calendarFile({ entries, publicUrl, association, stamp, feed }: CalendarFile): Promise<string> {
  const { default: ical, ICalAlarmType, ICalCalendarMethod } = await import('ical-generator');
  const calendar = ical({ prodId: { company: 'Comboi', product: 'Comboi', language: 'CA' }, method: ICalCalendarMethod.PUBLISH, ...(feed && { name: feed.name, ttl: feed.refreshS }) });
  for (const entry of entries) {
    const start = instantInMadrid(entry.eventDate, entry.eventTime);
    const link = new URL(`/order/${entry.id}`, publicUrl).href;
    calendar.createEvent({
      id: `event-${entry.id}@${publicUrl.hostname}`,
      sequence: entry.version,
      stamp,
      start: new Date(start),
      end: new Date(entry.eventEndTime === null ? start + LASTS_MS : endInMadrid(entry.eventDate, { start: entry.eventTime, end: entry.eventEndTime })),
      summary: entry.title,
      description: [entry.description, link].filter((part) => part !== '').join('\n\n'),
      ...(entry.location !== null && entry.location.trim() !== '' && { location: searchableVenue(entry.location, association) }),
      alarms: feed ? [] : ALARMS_BEFORE_S.map((trigger) => ({ type: ICalAlarmType.display, trigger, description: entry.title })),
    });
  }
  return `${calendar.toString()}\r\n`;
}

import { type Association, findablePlace } from '#app/domain/association.ts';
import { endInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';

/** An event as a calendar keeps it. */
export interface CalendarEvent {
  id: number;
  /** Grows with each edit, so that a calendar takes the newer of two files. */
  version: number;
  title: string;
  description: string;
  /** YYYY-MM-DD */
  eventDate: string;
  /** HH:MM, of Europe/Madrid. */
  eventTime: string;
  /** HH:MM, of the day after where it is earlier than `eventTime`; null: not known. */
  eventEndTime: string | null;
  location: string | null;
  /** Of the site, for the event's name and its link. */
  publicUrl: URL;
  /** Whose town a place without one lies in. */
  association: Association;
  /** When the file was made. */
  stamp: Date;
}

const HOUR_S = 3_600;
/** Where nobody says when a supper ends; calendars want to know. */
const LASTS_MS = 3 * HOUR_S * 1000;
const ALARMS_BEFORE_S = [24 * HOUR_S, 2 * HOUR_S];

/** The event as an iCalendar file (RFC 5545). Instants are in UTC: right in every program, whatever it knows of Madrid's clocks. */
export async function eventCalendar(event: CalendarEvent): Promise<string> {
  const { default: ical, ICalAlarmType, ICalCalendarMethod } = await import('ical-generator');
  const start = instantInMadrid(event.eventDate, event.eventTime);
  const link = new URL(`/tickets?event=${event.id}`, event.publicUrl).href;
  const calendar = ical({ prodId: { company: 'Comboi', product: 'Comboi', language: 'CA' }, method: ICalCalendarMethod.PUBLISH });
  calendar.createEvent({
    id: `event-${event.id}@${event.publicUrl.hostname}`,
    sequence: event.version,
    stamp: event.stamp,
    start: new Date(start),
    end: new Date(event.eventEndTime === null ? start + LASTS_MS : endInMadrid(event.eventDate, { start: event.eventTime, end: event.eventEndTime })),
    summary: event.title,
    description: [event.description, link].filter((part) => part !== '').join('\n\n'),
    ...(event.location !== null && event.location.trim() !== '' && { location: findablePlace(event.location, event.association) }),
    alarms: ALARMS_BEFORE_S.map((trigger) => ({ type: ICalAlarmType.display, trigger, description: event.title })),
  });
  // RFC 5545 §3.1: the last line ends like every other.
  return `${calendar.toString()}\r\n`;
}

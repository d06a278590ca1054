import { type CalendarEntry, calendarFile, type CalendarFile } from '#app/platform/adapters/calendar/calendar-file.server.ts';

export interface EventCalendarEntry extends CalendarEntry, Pick<CalendarFile, 'publicUrl' | 'association' | 'stamp'> {}

export async function eventCalendar({ publicUrl, association, stamp, ...entry }: EventCalendarEntry): Promise<string> {
  return calendarFile({ entries: [entry], publicUrl, association, stamp });
}

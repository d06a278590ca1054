import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import type { DoorEventOption } from '#app/features/door/schema.ts';

/** The time comes first where a day has several events: long titles are truncated alike. */
export function eventText({ id, title, date, time, isToday, isWithdrawn }: DoorEventOption, events: readonly DoorEventOption[]): string {
  const isOneOfSeveral = time !== '' && events.some((other) => other.date === date && other.id !== id);
  const isPlain = isToday && events.every((other) => !other.isToday || other.date === date);
  return `${isOneOfSeveral ? `${time} · ` : ''}${title}${isPlain ? '' : ` (${formatDayAndMonth(date)})`}${isWithdrawn === true ? ', retirat' : ''}`;
}

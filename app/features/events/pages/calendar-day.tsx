import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';

import { dayMark } from '#app/domain/event/calendar.ts';
import { addDays, dateParts, formatDayAndMonth, weekdayName } from '#app/domain/time/dates.ts';

import type { CalendarEvent } from '../service.server.ts';
import styles from './calendar-day.module.css';
import { DayDot, MARK_WORDS } from './day-dot.tsx';

export interface CalendarDayProps {
  day: string;
  today: string;
  isChosen: boolean;
  events: readonly CalendarEvent[];
}

/** The fragment scrolls to the day's list without scripts. */
export function addressOfDay(day: string): string {
  return `/calendar?dia=${day}#dia`;
}

const EMOJI_SHOWN = 3;

export function CalendarDay({ day, today, isChosen, events }: CalendarDayProps): ReactNode {
  const mark = dayMark(events);
  const look = [styles.day, events.length > 0 && styles.busy, day < today && styles.past, day === today && styles.today];
  return (
    <Link
      to={addressOfDay(day)}
      preventScrollReset
      className={look.filter(Boolean).join(' ')}
      aria-current={isChosen ? 'page' : undefined}
      aria-label={wordsFor({ day, today, events })}
      data-day={day}
      onKeyDown={moveByArrows}
    >
      <span className={styles.number}>{dateParts(day).day}</span>
      {mark === null ? null : (
        <span className={styles.mark}>
          <DayDot mark={mark} />
        </span>
      )}
      <span className={styles.emojis} aria-hidden="true">
        {events.slice(0, EMOJI_SHOWN).map((event) => (
          <span key={event.id}>{event.image}</span>
        ))}
      </span>
    </Link>
  );
}

/** "divendres 27 de novembre, 2 esdeveniments, entrades disponibles" */
function wordsFor({ day, today, events }: Pick<CalendarDayProps, 'day' | 'today' | 'events'>): string {
  const mark = dayMark(events);
  return [
    `${weekdayName(day)} ${formatDayAndMonth(day)}`,
    day === today && 'hui',
    events.length > 0 && (events.length === 1 ? '1 esdeveniment' : `${events.length} esdeveniments`),
    mark !== null && MARK_WORDS[mark].toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ');
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Beyond the month the keys keep their default behaviour. */
function moveByArrows(event: KeyboardEvent<HTMLAnchorElement>): void {
  const step = STEPS[event.key];
  const { day } = event.currentTarget.dataset;
  if (step === undefined || day === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = event.currentTarget.closest('table')?.querySelector<HTMLElement>(`[data-day="${addDays(day, step)}"]`);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';

import { dayMark } from '#app/domain/event/calendar.ts';
import { addDays, dateParts, formatDayAndMonth, weekdayName } from '#app/domain/time/dates.ts';
import { EventArt } from '#app/design/site-identity/event-art.tsx';

import type { CalendarEvent } from '../service.server.ts';
import styles from './calendar-day.module.css';
import { DayDot, MARK_WORDS } from './day-dot.tsx';

interface CalendarDayProps {
  day: string;
  today: string;
  isChosen: boolean;
  events: readonly CalendarEvent[];
}

/** The fragment scrolls to the day's list without scripts. */
export function addressOfDay(day: string): string {
  return `/calendar?dia=${day}#dia`;
}

export function CalendarDay({ day, today, isChosen, events }: CalendarDayProps): ReactNode {
  const mark = dayMark(events);
  const look = [styles.day, day < today && styles.past, day === today && styles.today];
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
      {events.length === 0 ? <span className={styles.number}>{dateParts(day).day}</span> : <Stamps day={day} events={events} />}
      {mark === null ? null : (
        <span className={styles.mark}>
          <DayDot mark={mark} />
        </span>
      )}
    </Link>
  );
}

/** A perforated stamp: with tickets; an arch: without; a postmark: sold out. A second event stands behind the first. */
function Stamps({ day, events }: Pick<CalendarDayProps, 'day' | 'events'>): ReactNode {
  const front = events.find(({ available }) => available) ?? events[0];
  if (front === undefined) return null;
  const last = events.at(-1);
  const second = last === front ? events.find((event) => event !== front) : last;
  const isSoldOut = events.every(({ saleStatus, hasTickets }) => hasTickets && saleStatus === 'soldout');
  return (
    <span className={`${styles.stamps} ${second === undefined ? '' : styles.two} ${isSoldOut ? styles.sold : ''}`}>
      {second === undefined ? null : (
        <span className={`${styles.paper} ${styles.behind}`}>
          <EventArt event={second} className={styles.art} />
        </span>
      )}
      <span className={`${styles.paper} ${front.hasTickets ? styles.stamp : styles.arch}`}>
        <EventArt event={front} className={styles.art} />
        <b className={styles.label}>{dateParts(day).day}</b>
      </span>
      {isSoldOut ? <Postmark /> : null}
    </span>
  );
}

const POSTMARK = 'M4 40q7-6 13 0t13 0 13 0 13 0M4 49q7-6 13 0t13 0 13 0 13 0';

function Postmark(): ReactNode {
  return (
    <svg className={styles.postmark} viewBox="0 0 60 60" fill="none" aria-hidden="true">
      <g stroke="#fff8ec" strokeWidth="7">
        <circle cx="30" cy="30" r="17" />
        <path d={POSTMARK} />
      </g>
      <g stroke="#5d0f0a" strokeWidth="3.4">
        <circle cx="30" cy="30" r="17" />
        <path d={POSTMARK} />
      </g>
    </svg>
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

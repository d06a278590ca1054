import type { ReactNode } from 'react';

import { weekdayName } from '#app/domain/time/dates.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { BackRow } from '#app/ui/layout/back-row.tsx';
import ground from '#app/ui/layout/poster-ground.module.css';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import styles from './event-poster.module.css';

/** What and when at a glance, over the event's picture. */
export function EventPoster({ event, back }: { event: EventDetail; back: ReactNode }): ReactNode {
  const hours = event.endTime === null ? event.time : `${event.time}–${event.endTime}`;
  return (
    <header className={`${ground.ground} ${styles.poster}`}>
      <Wrap>
        <BackRow>{back}</BackRow>
        <div className={styles.words}>
          <h1 className={styles.title}>{event.title}</h1>
          <p className={styles.when}>
            <span className={styles.weekday}>{weekdayName(event.date)}</span>
            <time dateTime={event.date}>{event.dateText}</time>
            <span>{hours}</span>
          </p>
        </div>
        <span className={styles.emoji} aria-hidden="true">
          {event.image}
        </span>
      </Wrap>
    </header>
  );
}

import type { ReactNode } from 'react';

import { formatDayAndMonth, weekdayName } from '#app/domain/time/dates.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { EventArt } from '#app/design/site-identity/event-art.tsx';
import { posterGround } from '#app/design/site-identity/poster-ground.ts';
import { BackRow } from '#app/design/ui/layout/back-row.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import styles from './poster-strip.module.css';

export function PosterStrip({ event, back }: { event: EventDetail; back: ReactNode }): ReactNode {
  return (
    <header className={`${posterGround(event.id)} ${styles.strip}`}>
      <EventArt event={event} className={styles.art} />
      <Wrap>
        <BackRow>{back}</BackRow>
        <p className={styles.title}>{event.title}</p>
        <p className={styles.when}>
          {weekdayName(event.date)} {formatDayAndMonth(event.date)} · {event.time}
        </p>
      </Wrap>
    </header>
  );
}

import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { eventViewState } from '#app/domain/event/event-view.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import type { EventSummary } from '#app/features/events/schema.ts';
import { EventArt } from '#app/design/site-identity/event-art.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import { EventCountdown } from './event-countdown.tsx';
import styles from './next-event.module.css';

export function NextEvent({ event, startsInMs }: { event: EventSummary; startsInMs: number }): ReactNode {
  return (
    <Wrap>
      <section className={styles.next} aria-labelledby="el-pròxim">
        <Link to={`/order/${event.id}`} state={eventViewState(event)} className={styles.card}>
          <EventArt event={event} className={styles.picture} />
          <span className={styles.words}>
            <span className={styles.kicker}>El pròxim</span>
            <strong id="el-pròxim" className={styles.title}>
              {event.title}
            </strong>
            <span className={ui.soft}>{[weekdayName(event.date), formatDate(event.date), event.time].join(' · ')}</span>
          </span>
          <ArrowRight className={styles.arrow} size={28} aria-hidden="true" />
        </Link>
        <EventCountdown ms={startsInMs} className={styles.countdown} />
      </section>
    </Wrap>
  );
}

import type { ReactNode } from 'react';

import { resizedPicture } from '#app/domain/event/event-picture.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { BackRow } from '#app/design/ui/layout/back-row.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import hidden from '#app/design/ui/visually-hidden.module.css';

import styles from './event-head.module.css';

export interface EventHeadProps {
  event: EventDetail;
  heading?: string;
  back: ReactNode;
}

export function EventHead({ event, heading, back }: EventHeadProps): ReactNode {
  const hours = event.endTime === null ? event.time : `${event.time}–${event.endTime}`;
  const facts = [event.dateText, hours, event.location].filter((fact) => fact !== null).join(' · ');
  return (
    <header className={styles.head}>
      <Wrap>
        <BackRow>{back}</BackRow>
        <div className={styles.event}>
          <span className={styles.frame}>
            <img src={resizedPicture(event.picture, 'card')} alt="" width={360} height={450} className={styles.picture} />
            <span className={hidden.hidden} aria-hidden="true">
              {event.image}
            </span>
          </span>
          <div>
            <h1 className={styles.title}>{heading ?? event.title}</h1>
            {heading === undefined ? null : <p className={styles.subtitle}>{event.title}</p>}
            <p className={styles.facts}>{facts}</p>
          </div>
        </div>
      </Wrap>
    </header>
  );
}

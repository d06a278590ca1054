import type { ReactNode } from 'react';

import { isUploadedPicture } from '#app/domain/event/drawing/event-picture.ts';
import { FEW_LEFT } from '#app/domain/event/few-left.ts';
import { weekdayName } from '#app/domain/time/dates.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { BackRow } from '#app/design/ui/layout/back-row.tsx';
import { EventDrawingImage } from '#app/design/site-identity/event-art.tsx';
import { posterGround } from '#app/design/site-identity/poster-ground.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import styles from './event-poster.module.css';

export function EventPoster({ event, back }: { event: EventDetail; back: ReactNode }): ReactNode {
  const isUploaded = isUploadedPicture(event.picture);
  const hours = event.endTime === null ? event.time : `${event.time}–${event.endTime}`;
  return (
    <header className={`${posterGround(event.id)} ${styles.poster}`}>
      {isUploaded ? <img src={event.picture} alt="" width={1200} height={630} className={styles.picture} /> : null}
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
        <PlacesStamp remaining={event.remaining} />
        {isUploaded ? null : (
          <span className={styles.sun} aria-hidden="true">
            <EventDrawingImage emoji={event.image} className={styles.drawing} />
          </span>
        )}
      </Wrap>
    </header>
  );
}

/** For the eye: the words stand among the event's facts. */
function PlacesStamp({ remaining }: { remaining: number | null }): ReactNode {
  if (remaining === null || remaining > FEW_LEFT) return null;
  return (
    <span className={`${styles.stamp} ${remaining === 0 ? styles.none : ''}`} aria-hidden="true">
      {remaining === 0 ? 'Esgotat' : remaining === 1 ? 'Queda' : 'Queden'}
      {remaining === 0 ? null : <b>{remaining}</b>}
    </span>
  );
}

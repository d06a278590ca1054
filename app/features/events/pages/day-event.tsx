import type { ReactNode } from 'react';

import { eventViewState } from '#app/domain/event/event-view.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Chip } from '#app/design/ui/chip.tsx';

import type { CalendarEvent } from '../service.server.ts';
import styles from './day-event.module.css';
import { VisibilityChip } from './visibility-chip.tsx';

export function DayEvent({ event }: { event: CalendarEvent }): ReactNode {
  const titleId = `esdeveniment-${event.id}`;
  return (
    <article className={event.available || !event.hasTickets ? styles.card : styles.over} aria-labelledby={titleId}>
      <div className={styles.stub}>
        <span className={styles.emoji} aria-hidden="true">
          {event.image}
        </span>
        <time className={styles.hour}>{event.time}</time>
      </div>
      <div className={styles.body}>
        <div className={styles.chips}>
          <Chip tone={event.available ? 'teal' : event.hasTickets ? 'red' : 'neutral'}>{saleLine(event)}</Chip>
          <VisibilityChip visibility={event.visibility} />
        </div>
        <h3 id={titleId} className={styles.title}>
          {event.title}
        </h3>
        {event.location === null ? null : <p className={styles.words}>{event.location}</p>}
        {event.description === '' ? null : <p className={styles.words}>{event.description}</p>}
        {event.available ? (
          <ButtonLink to={`/order/${event.id}`} state={eventViewState(event)} aria-describedby={titleId}>
            Comprar Entrades
          </ButtonLink>
        ) : null}
      </div>
    </article>
  );
}

/** Spec §2. */
function saleLine({ available, hasTickets, saleEndDate, unavailableReason }: CalendarEvent): string {
  if (!hasTickets) return 'Sense entrades';
  if (!available) return unavailableReason ?? 'No disponible';
  return saleEndDate === null ? 'Entrades disponibles' : `Venda fins: ${formatDate(saleEndDate)}`;
}

import Bell from 'lucide-react/icons/bell';
import type { ReactNode } from 'react';

import { eventViewState } from '#app/domain/event/event-view.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { EventArt } from '#app/design/site-identity/event-art.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { formatFromPrice } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { CalendarEvent } from '../service.server.ts';
import styles from './day-event.module.css';
import { VisibilityChip } from './visibility-chip.tsx';

export function DayEvent({ event }: { event: CalendarEvent }): ReactNode {
  const titleId = `esdeveniment-${event.id}`;
  return (
    <article className={event.available || !event.hasTickets ? styles.card : styles.over} aria-labelledby={titleId}>
      <div className={styles.stub}>
        <EventArt event={event} className={styles.art} />
      </div>
      <div className={styles.body}>
        <h3 id={titleId} className={styles.title}>
          {event.title}
        </h3>
        <p className={styles.words}>{[event.time, event.location].filter(Boolean).join(' · ')}</p>
        {event.description === '' ? null : <p className={styles.words}>{event.description}</p>}
        <div className={styles.chips}>
          <Chip tone={event.available ? 'teal' : event.hasTickets ? 'red' : 'neutral'}>{saleLine(event)}</Chip>
          <VisibilityChip visibility={event.visibility} />
        </div>
        <div className={styles.foot}>
          {event.available ? <strong className={ui.figure}>{formatFromPrice(event)}</strong> : null}
          {event.available ? (
            <ButtonLink to={`/order/${event.id}`} state={eventViewState(event)} aria-describedby={titleId}>
              Comprar Entrades
            </ButtonLink>
          ) : event.mayWait ? (
            <ButtonLink tone="quiet" to={`/avisam/${event.id}`} aria-describedby={titleId}>
              <Bell size={20} aria-hidden="true" /> Avisa'm
            </ButtonLink>
          ) : null}
        </div>
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

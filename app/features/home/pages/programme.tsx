import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { dateParts, formatDate, monthName, weekdayName } from '#app/domain/time/dates.ts';
import type { ListedEvent } from '#app/features/events/service.server.ts';
import { eventViewState } from '#app/domain/event/event-view.ts';
import { EventArt } from '#app/design/site-identity/event-art.tsx';
import { formatFromPrice } from '#app/design/ui/format-money.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';

import styles from './programme.module.css';

export function Programme({ events, isNextDisplayed }: { events: readonly ListedEvent[]; isNextDisplayed: boolean }): ReactNode {
  if (events.length === 0 && isNextDisplayed) return null;
  return (
    <Wrap>
      <section className={styles.programme} aria-labelledby="proximes-cites">
        <div className={styles.head}>
          <h2 id="proximes-cites" className={styles.title}>
            {isNextDisplayed ? 'I després…' : 'Pròximes cites'}
          </h2>
          <Link to="/tickets" className={styles.more}>
            Tots els tiquets <ArrowRight size={18} aria-hidden="true" />
          </Link>
        </div>
        {events.length === 0 ? (
          <p className={`${ui.heading} ${ui.soft}`}>Ara mateix estem escurant les paelles. Prompte anunciarem la pròxima festa.</p>
        ) : (
          <ol className={styles.list}>
            {events.map((event) => (
              <li key={event.id}>
                <Entry event={event} />
              </li>
            ))}
          </ol>
        )}
      </section>
    </Wrap>
  );
}

function Entry({ event }: { event: ListedEvent }): ReactNode {
  return (
    <Link to={`/order/${event.id}`} state={eventViewState(event)} className={styles.entry}>
      <time dateTime={event.date} className={styles.date}>
        <VisuallyHidden>{formatDate(event.date)}</VisuallyHidden>
        <span aria-hidden="true" className={styles.day}>
          {dateParts(event.date).day}
        </span>
        <span aria-hidden="true" className={styles.month}>
          {monthName(event.date)}
        </span>
      </time>
      <EventArt event={event} className={styles.picture} isLazy />
      <span className={`${ui.stack1} ${styles.words}`}>
        <span className={styles.name}>{event.title}</span>
        <span className={ui.soft}>
          {[weekdayName(event.date), event.time, event.location].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.price}>{formatFromPrice(event)}</span>
    </Link>
  );
}

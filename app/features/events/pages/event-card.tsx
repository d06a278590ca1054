import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { dateParts, formatDate, monthName, weekdayName } from '#app/domain/time/dates.ts';
import { FEW_LEFT } from '#app/domain/event/few-left.ts';
import { eventViewState } from '#app/domain/event/event-view.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { EventArt } from '#app/design/site-identity/event-art.tsx';
import { Chip, type ChipTone } from '#app/design/ui/chip.tsx';
import { formatPrice } from '#app/design/ui/format-money.ts';
import { Price } from '#app/design/ui/price.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';

import type { ListedEvent } from '../service.server.ts';
import styles from './event-card.module.css';
import { VisibilityChip } from './visibility-chip.tsx';


const STATUS_TONES: Record<ListedEvent['saleStatus'], ChipTone> = { open: 'teal', closed: 'neutral', soldout: 'red' };

export function eventCardId(eventId: number): string {
  return `event-${eventId}`;
}

export interface EventCardProps {
  event: ListedEvent;
  role: Role;
  /** YYYY-MM-DD */
  today: string;
  preselected: boolean;
}

/** Only an open sale is a link (spec §2). */
export function EventCard({ event, role, today, preselected }: EventCardProps): ReactNode {
  const open = event.saleStatus === 'open';
  const titleId = `${eventCardId(event.id)}-title`;
  const place = [weekdayName(event.date), event.time, event.location].filter(Boolean).join(' · ');
  return (
    <article
      id={eventCardId(event.id)}
      aria-labelledby={titleId}
      className={[styles.card, open ? styles.open : styles.dim, preselected ? styles.preselected : ''].join(' ')}
    >
      <div className={styles.stub}>
        <EventArt event={event} className={styles.picture} isLazy />
        <time dateTime={event.date} className={styles.date}>
          <VisuallyHidden>{formatDate(event.date)}</VisuallyHidden>
          <span aria-hidden="true" className={styles.day}>
            {dateParts(event.date).day}
          </span>
          <span aria-hidden="true" className={styles.month}>
            {monthName(event.date)}
          </span>
          {dateParts(event.date).year === dateParts(today).year ? null : <span aria-hidden="true" className={styles.year}>{dateParts(event.date).year}</span>}
        </time>
      </div>
      <div className={styles.body}>
        <div className={styles.words}>
          <h2 id={titleId} className={styles.title}>
            {open ? (
              <Link to={`/order/${event.id}`} state={eventViewState(event)} className={styles.link}>
                {event.title}
              </Link>
            ) : (
              event.title
            )}
          </h2>
          <p className={styles.meta}>{place}</p>
          {event.description === '' ? null : <p className={styles.meta}>{event.description}</p>}
        </div>
        <p className={styles.status}>
          <Chip tone={STATUS_TONES[event.saleStatus]}>{event.saleText}</Chip>
          {open ? <FewLeft remaining={event.remaining} /> : null}
          <VisibilityChip visibility={event.visibility} />
        </p>
        <div className={styles.foot}>
          <Prices event={event} role={role} />
          {open ? (
            <Link to={`/order/${event.id}#comprar`} state={eventViewState(event)} className={styles.go} aria-describedby={titleId}>
              Comprar
            </Link>
          ) : event.mayWait ? (
            <Link to={`/avisam/${event.id}`} className={`${styles.go} ${styles.wait}`} aria-describedby={titleId}>
              Avisa'm
            </Link>
          ) : null}
        </div>
      </div>
    </article>
  );
}

function FewLeft({ remaining }: { remaining: number | null }): ReactNode {
  if (remaining === null || remaining > FEW_LEFT) return null;
  return <Chip tone="saffron">{remaining === 1 ? 'Queda 1' : `Queden ${remaining}`}</Chip>;
}

/** The viewer's cheapest ticket beside the reference price. */
function Prices({ event, role }: { event: ListedEvent; role: Role }): ReactNode {
  const { price, fromPrice } = event;
  const isFrom = event.hasChoices && fromPrice > 0;
  const isOwn = role !== 'public' && fromPrice !== price;
  const own = `${isOwn ? 'Per a tu' : ''}${isFrom ? `${isOwn ? ', d' : 'D'}es de ` : isOwn ? ': ' : ''}${formatPrice(fromPrice)}`;
  return (
    <div>
      <p className={isOwn ? `${styles.from} ${styles.own}` : styles.from}>{own}</p>
      <p className={styles.reference}>
        Preu de referència{fromPrice === price ? null : <> <Price cents={price} isOpen={fromPrice > 0} /></>}
      </p>
    </div>
  );
}

import type { ReactNode } from 'react';

import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import { timeText } from '#app/domain/time/instant-text.ts';

import { MANUAL_FORM } from '../client/manual-form.ts';
import type { DoorCounters, DoorEventOption } from '../schema.ts';
import styles from './top-bar.module.css';

const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS;

export interface TopBarProps {
  events: readonly DoorEventOption[];
  eventId: number | null;
  onChoose: (eventId: number) => void;
  counters: DoorCounters | null;
  /** The instant that they are of, where they are old. */
  countersOf: string | null;
  children: ReactNode;
}

export function TopBar({ events, eventId, onChoose, counters, countersOf, children }: TopBarProps): ReactNode {
  return (
    <header className={styles.bar}>
      <label className={styles.event}>
        <span className={styles.label}>Acte</span>
        <select name="eventId" form={MANUAL_FORM} value={eventId ?? ''} onChange={(change) => onChoose(Number(change.target.value))}>
          {events.map(({ id, title, date, isToday }) => (
            <option key={id} value={id}>
              {isToday ? title : `${title} (${formatDayAndMonth(date)})`}
            </option>
          ))}
        </select>
      </label>
      {counters === null ? null : <Occupancy counters={counters} of={countersOf} />}
      {children}
    </header>
  );
}

function Occupancy({ counters: { admitted, expected, perMinute }, of }: { counters: DoorCounters; of: string | null }): ReactNode {
  const share = expected === 0 ? 0 : admitted / expected;
  return (
    <p className={styles.counters} aria-label={`Han entrat ${admitted} de ${expected}, ${of === null ? `${perMinute} en l'últim minut` : `de les ${timeText(of)}`}`} data-old={of !== null}>
      <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
        <circle cx="18" cy="18" r={RADIUS} className={styles.track} />
        <circle cx="18" cy="18" r={RADIUS} className={styles.share} strokeDasharray={`${share * ROUND} ${ROUND}`} transform="rotate(-90 18 18)" />
      </svg>
      <span>
        <b>{admitted}</b> / {expected} · {of === null ? `${perMinute}/min` : `de les ${timeText(of)}`}
      </span>
    </p>
  );
}

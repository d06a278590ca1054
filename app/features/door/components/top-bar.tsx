import type { ReactNode } from 'react';

import { formatDayAndMonth } from '#app/domain/time/dates.ts';

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
  children: ReactNode;
}

export function TopBar({ events, eventId, onChoose, counters, children }: TopBarProps): ReactNode {
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
      {counters === null ? null : <Occupancy counters={counters} />}
      {children}
    </header>
  );
}

function Occupancy({ counters: { admitted, expected, perMinute } }: { counters: DoorCounters }): ReactNode {
  const share = expected === 0 ? 0 : admitted / expected;
  return (
    <p className={styles.counters} aria-label={`Han entrat ${admitted} de ${expected}, ${perMinute} en l'últim minut`}>
      <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
        <circle cx="18" cy="18" r={RADIUS} className={styles.track} />
        <circle cx="18" cy="18" r={RADIUS} className={styles.share} strokeDasharray={`${share * ROUND} ${ROUND}`} transform="rotate(-90 18 18)" />
      </svg>
      <span>
        <b>{admitted}</b> / {expected} · {perMinute}/min
      </span>
    </p>
  );
}

import type { ReactNode } from 'react';

import { timeText } from '#app/domain/time/instant-text.ts';
import hidden from '#app/design/ui/visually-hidden.module.css';
import type { DoorCounters, DoorEventOption } from '#app/features/door/schema.ts';

import { eventText } from '../../client/event-text.ts';
import { MANUAL_FORM } from '../../client/pre-hydration-input.ts';
import styles from './top-bar.module.css';

const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS;

interface TopBarProps {
  events: readonly DoorEventOption[];
  eventId: number | null;
  onChoose: (eventId: number) => void;
  counters: DoorCounters | null;
  /** Instant of outdated counters; null while current. */
  countersOf: string | null;
  isFolded: boolean;
  children: ReactNode;
}

export function TopBar({ events, eventId, onChoose, counters, countersOf, isFolded, children }: TopBarProps): ReactNode {
  return (
    <header className={styles.bar} data-folded={isFolded}>
      <label className={styles.event}>
        <span className={styles.label}>Acte</span>
        <select name="eventId" form={MANUAL_FORM} value={eventId ?? ''} onChange={(change) => {
            onChoose(Number(change.target.value));
            // A focused select would react to the letters of a keyboard scanner.
            change.target.blur();
          }}>
          {events.map((event) => (
            <option key={event.id} value={event.id}>
              {eventText(event, events)}
            </option>
          ))}
        </select>
      </label>
      {eventId === null ? null : <Occupancy counters={counters} of={countersOf} />}
      <div className={isFolded ? hidden.hidden : styles.state}>{children}</div>
    </header>
  );
}

const UNKNOWN = { admitted: 0, expected: 0, perMinute: 0 };

/** As high whatever is known, and whichever words stand below the figures: the buttons would move from under a thumb. */
function Occupancy({ counters, of }: { counters: DoorCounters | null; of: string | null }): ReactNode {
  const { admitted, expected, perMinute } = counters ?? UNKNOWN;
  const share = expected === 0 ? 0 : admitted / expected;
  return (
    <p role="img" className={styles.counters} aria-label={`Han entrat ${admitted} de ${expected}, ${of === null ? `${perMinute} en l'últim minut` : `de les ${timeText(of)}`}`} data-old={of !== null} data-known={counters !== null}>
      <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
        <circle cx="18" cy="18" r={RADIUS} className={styles.track} />
        <circle cx="18" cy="18" r={RADIUS} className={styles.share} strokeDasharray={`${share * ROUND} ${ROUND}`} transform="rotate(-90 18 18)" />
      </svg>
      <span>
        <b>{admitted}</b> / {expected}
        <span className={styles.pace}>{of === null ? `${perMinute}/min` : `de les ${timeText(of)}`}</span>
      </span>
    </p>
  );
}

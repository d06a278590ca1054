import { type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router';

import { formatDayAndMonth, weekdayName } from '#app/domain/time/dates.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Skeleton } from '#app/design/ui/feedback/skeleton.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

import type { CalendarEvent } from '../service.server.ts';
import { addressOfDay } from './calendar-day.tsx';
import { DayEvent } from './day-event.tsx';
import styles from './day-panel.module.css';

interface DayPanelProps {
  day: string | null;
  events: readonly CalendarEvent[];
  /** Null when nothing more is on sale. */
  nextDay: string | null;
  isLoading: boolean;
}

export function DayPanel({ day, events, nextDay, isLoading }: DayPanelProps): ReactNode {
  const heading = useFocusOnChosenDay(day);
  return (
    <section className={styles.panel} aria-labelledby={day === null ? undefined : 'dia'}>
      <div role="status">{isLoading ? <p className={ui.soft}>Carregant esdeveniments...</p> : null}</div>
      {isLoading ? <Skeleton shape="block" /> : null}
      {day === null ? null : (
        <h2 id="dia" ref={heading} tabIndex={-1} className={styles.title}>
          {weekdayName(day)}, {formatDayAndMonth(day)}
        </h2>
      )}
      {isLoading || events.length > 0 ? null : (
        <EmptyState
          art={<HeadArt of={day === null ? 'calendar' : 'moon'} />}
          title={day === null ? 'Selecciona una data per a veure els esdeveniments' : 'No hi ha esdeveniments programats per a aquesta data'}
          action={<NextDay day={nextDay} />}
        />
      )}
      <ul className={ui.stack4}>
        {events.map((event) => (
          <li key={event.id}>
            <DayEvent event={event} />
          </li>
        ))}
      </ul>
      {events.length > 0 && !events.some((event) => event.available) ? <NextDay day={nextDay} /> : null}
    </section>
  );
}

function NextDay({ day }: { day: string | null }): ReactNode {
  if (day === null) return null;
  return (
    <p className={styles.next}>
      Pròxima cita:{' '}
      <Link to={addressOfDay(day)} preventScrollReset>
        {weekdayName(day)}, {formatDayAndMonth(day)}
      </Link>
    </p>
  );
}

/** On a phone the list is below the month. */
function useFocusOnChosenDay(day: string | null): RefObject<HTMLHeadingElement | null> {
  const [displayed, setDisplayed] = useState({ day, isChosen: false });
  if (displayed.day !== day) setDisplayed({ day, isChosen: true });
  return useFocusWhen(displayed.isChosen, [displayed.day], (heading) => heading.focus({ preventScroll: true }));
}

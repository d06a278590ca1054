import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { firstDayOf, monthOf, monthsBeside } from '#app/domain/event/calendar.ts';
import { dateParts, monthGrid, monthName, WEEKDAYS, weekdayName } from '#app/domain/time/dates.ts';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';

import type { CalendarEvent } from '../service.server.ts';
import { CalendarDay } from './calendar-day.tsx';
import { DayDot, MARK_WORDS, MARKS } from './day-dot.tsx';
import styles from './month-grid.module.css';

const SHORT_WEEKDAYS = ['dl', 'dt', 'dc', 'dj', 'dv', 'ds', 'dg'];

interface MonthGridProps {
  /** YYYY-MM */
  month: string;
  today: string;
  chosen: string | null;
  events: readonly CalendarEvent[];
}

/** Plain links in a table, which work without scripts. */
export function MonthGrid({ month, today, chosen, events }: MonthGridProps): ReactNode {
  const { year, month: ordinal } = dateParts(firstDayOf(month));
  return (
    <section className={styles.sheet} aria-labelledby="mes">
      <SheetHead month={month} today={today} />
      <table className={styles.grid} aria-labelledby="mes">
        <thead>
          <tr>
            {WEEKDAYS.map((name, index) => (
              <th key={name} scope="col" className={styles.weekday}>
                <span className={styles.short} aria-hidden="true">
                  {SHORT_WEEKDAYS[index]}
                </span>
                <span className={styles.full}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(year, ordinal).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) => (
                <td key={WEEKDAYS[index]}>
                  {day === null ? null : <CalendarDay day={day} today={today} isChosen={day === chosen} events={events.filter((event) => event.date === day)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.legend}>
        {MARKS.map((mark) => (
          <li key={mark} className={styles.meaning}>
            <DayDot mark={mark} />
            {MARK_WORDS[mark]}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SheetHead({ month, today }: { month: string; today: string }): ReactNode {
  const { previous, next } = monthsBeside(month, today);
  return (
    <div className={styles.head}>
      <Leaf to={previous} from={month} label="Mes anterior">
        <ChevronLeft size={26} aria-hidden="true" />
      </Leaf>
      <div className={styles.name}>
        <h2 id="mes" className={styles.month} aria-live="polite">
          {monthName(firstDayOf(month))} <span className={styles.year}>{dateParts(firstDayOf(month)).year}</span>
        </h2>
        <p className={styles.now}>
          {month === monthOf(today) ? (
            `Hui és ${weekdayName(today)} ${dateParts(today).day}`
          ) : (
            <Link to={`/calendar?mes=${monthOf(today)}`} preventScrollReset>
              Torna a hui
            </Link>
          )}
        </p>
      </div>
      <Leaf to={next} from={month} label="Mes següent">
        <ChevronRight size={26} aria-hidden="true" />
      </Leaf>
    </div>
  );
}

/** At either end of the calendar it stays and keeps the focus, but leads nowhere. */
function Leaf({ to, from, label, children }: { to: string | null; from: string; label: string; children: ReactNode }): ReactNode {
  const isEnd = to === null;
  return (
    <Link
      to={`/calendar?mes=${to ?? from}`}
      preventScrollReset
      className={styles.leaf}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? (event) => event.preventDefault() : undefined}
    >
      {children}
      <VisuallyHidden>{label}</VisuallyHidden>
    </Link>
  );
}

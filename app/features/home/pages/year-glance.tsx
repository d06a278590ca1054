import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { GlanceMonth } from '#app/domain/event/year-at-a-glance.ts';
import { monthName } from '#app/domain/time/dates.ts';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import styles from './year-glance.module.css';

const MOST_TITLES = 3;

export function YearGlance({ months }: { months: readonly GlanceMonth[] }): ReactNode {
  if (months.every(({ events }) => events.length === 0)) return null;
  return (
    <Wrap>
      <section className={styles.year} aria-labelledby="any-faller">
        <h2 id="any-faller" className={styles.title}>
          L'any d'un colp d'ull
        </h2>
        <ol className={styles.months}>
          {months.map(({ year, month, events }) => {
            const iso = `${year}-${String(month).padStart(2, '0')}`;
            return (
              <li key={iso} className={events.length === 0 ? styles.quiet : styles.lit}>
                <Link to={`/calendar?mes=${iso}`} className={styles.month}>
                  <span className={styles.name}>{monthName(`${iso}-01`)}</span>
                  {events.length === 0 ? (
                    <span className={styles.none}>Descansem</span>
                  ) : (
                    <span className={styles.events}>
                      {events.slice(0, MOST_TITLES).map(({ id, title, image }) => (
                        <span key={id}>
                          <span className={styles.emoji} aria-hidden="true">
                            {image}
                          </span>{' '}
                          {title}
                        </span>
                      ))}
                      {events.length > MOST_TITLES ? <span>{`i ${events.length - MOST_TITLES} més`}</span> : null}
                    </span>
                  )}
                </Link>
              </li>
            );
          })}
        </ol>
      </section>
    </Wrap>
  );
}

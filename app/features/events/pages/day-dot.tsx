import type { ReactNode } from 'react';

import type { DayMark } from '#app/domain/event/calendar.ts';

import styles from './day-dot.module.css';

export const MARKS: readonly DayMark[] = ['all', 'some', 'none', 'plain'];

export const MARK_WORDS: Record<DayMark, string> = {
  all: 'Entrades disponibles',
  some: 'Disponibles en part',
  none: 'No disponibles',
  plain: 'Sense entrades',
};

/** Differ by shape as well as by colour. */
export function DayDot({ mark }: { mark: DayMark }): ReactNode {
  return <span aria-hidden="true" className={`${styles.dot} ${styles[mark]}`} />;
}

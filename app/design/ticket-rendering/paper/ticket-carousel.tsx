import type { ReactNode } from 'react';

import { slideByKey } from './full-screen-codes.tsx';
import styles from './ticket-carousel.module.css';

export interface TicketCarouselProps {
  label: string;
  slides: readonly { key: string; ticket: ReactNode }[];
}

export function TicketCarousel({ label, slides }: TicketCarouselProps): ReactNode {
  const isOne = slides.length === 1;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- It scrolls sideways, by the arrows too.
    <ul className={`${styles.slides} ${isOne ? styles.one : ''}`} aria-label={label} tabIndex={isOne ? undefined : 0} onKeyDown={slideByKey}>
      {slides.map(({ key, ticket }, index) => (
        <li key={key} className={styles.slide}>
          {isOne ? null : (
            <p className={styles.place}>
              {index + 1} de {slides.length}
            </p>
          )}
          {ticket}
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';

import { Chip } from '#app/design/ui/chip.tsx';

import type { EndedTicket } from '../../service.server.ts';
import styles from './ended-tickets.module.css';

export function EndedTickets({ tickets }: { tickets: readonly EndedTicket[] }): ReactNode {
  if (tickets.length === 0) return null;
  return (
    <ul className={styles.ended} aria-label="Tiquets sense codi ací">
      {tickets.map(({ ticketNumber, label }) => (
        <li key={ticketNumber} className={styles.line}>
          <span>Tiquet {ticketNumber}</span>
          <Chip tone={label.tone}>{label.text}</Chip>
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';

import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { Chip } from '#app/design/ui/chip.tsx';
import { formatPrice } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './ticket-row.module.css';

export interface TicketView {
  id: string;
  ticketNumber: string;
  price: number;
  status: string;
  suspended: boolean;
  usedAtText: string | null;
  note: string | null;
  /** Dishes of the menu, without extras. */
  hasDishes: boolean;
  dishes: { section: string; emoji: string; name: string }[];
}

/** Its state is hidden while the order waits for its payment (spec §2). */
export function OrderTicketRow({ ticket, hideStatus, children }: { ticket: TicketView; hideStatus: boolean; children?: ReactNode }): ReactNode {
  const { text, tone } = statusLabel(ticket.status);
  return (
    <div className={styles.ticket}>
      <div className={styles.head}>
        <strong className={ui.figure}>{ticket.ticketNumber}</strong>
        {hideStatus ? null : <Chip tone={tone}>{text}</Chip>}
        {ticket.suspended ? <Chip tone="red">Suspés per reclamació</Chip> : null}
        <span className={styles.price}>{formatPrice(ticket.price)}</span>
      </div>
      {ticket.dishes.length === 0 ? null : (
        <ul className={ui.stack1}>
          {ticket.dishes.map(({ section, emoji, name }, index) => (
            <li key={index}>
              <span className={ui.small}>{section}: </span>
              <span aria-hidden="true">{emoji}</span> {name}
            </li>
          ))}
        </ul>
      )}
      {ticket.note === null || ticket.note === '' ? null : <p className={styles.note}>📝 {ticket.note}</p>}
      {ticket.usedAtText === null ? null : <p className={ui.small}>Utilitzat el {ticket.usedAtText}</p>}
      {children}
    </div>
  );
}

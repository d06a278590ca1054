import type { ReactNode } from 'react';

import type { ComposedTicket } from '#app/domain/event/menu.ts';
import { Price } from '#app/ui/price.tsx';

import { TicketLines } from '../order/ticket-lines.tsx';
import styles from './ticket-summary.module.css';

/** One ticket of the order with its subtotal. */
export function TicketSummary({ ticket, position }: { ticket: ComposedTicket; position: number }): ReactNode {
  return (
    <li className={styles.ticket}>
      <h3 className={styles.name}>Ticket {position}</h3>
      <TicketLines ticket={ticket} />
      <p className={styles.subtotal}>
        <span>Subtotal</span>
        <Price cents={ticket.price} />
      </p>
    </li>
  );
}

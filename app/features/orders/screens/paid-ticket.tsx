import type { ReactNode } from 'react';

import { TICKET_HEADINGS } from '#app/domain/roles.ts';
import { QR_MODULES, QR_QUIET_ZONE, qrPath } from '#app/features/tickets/qr-matrix.ts';
import type { PrintableTicket } from '#app/features/tickets/schema.ts';
import { Price } from '#app/ui/price.tsx';

import styles from './paid-ticket.module.css';

const SIDE = QR_MODULES + 2 * QR_QUIET_ZONE;

/** A ticket to show at the door straight from the page. */
export function PaidTicket({ ticket }: { ticket: PrintableTicket }): ReactNode {
  const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];
  return (
    <article className={styles.ticket} aria-label={`Ticket #${ticket.ticketNumber}`}>
      <div className={styles.stub}>
        <p className={styles.heading}>{TICKET_HEADINGS[ticket.userRole]}</p>
        <svg
          className={styles.code}
          viewBox={`0 0 ${SIDE} ${SIDE}`}
          role="img"
          aria-label={`Codi QR del ticket ${ticket.ticketNumber}`}
          shapeRendering="crispEdges"
        >
          <rect width={SIDE} height={SIDE} fill="#fff" />
          <path d={qrPath(ticket.id)} fill="#000" />
        </svg>
        <p className={styles.number}>Ticket #{ticket.ticketNumber}</p>
      </div>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <span aria-hidden="true">{ticket.eventImage}</span> {ticket.eventTitle}
        </h3>
        <p className={styles.facts}>
          {ticket.dateText} · {ticket.time}
          <br />
          {ticket.location ?? 'Ubicació per confirmar'}
        </p>
        <ul className={styles.dishes}>
          {dishes.map((dish) => (
            <li key={dish.id}>
              <span aria-hidden="true">{dish.emoji}</span> {dish.name}
            </li>
          ))}
        </ul>
        <Price cents={ticket.price} size="large" />
      </div>
    </article>
  );
}

import type { ReactNode } from 'react';

import { TICKET_HEADINGS } from '#app/domain/roles.ts';
import { QrCode } from '#app/features/tickets/qr-code.tsx';
import type { PrintableTicket } from '#app/features/tickets/schema.ts';
import { EmojiLine } from '#app/ui/emoji-line.tsx';
import { Price } from '#app/ui/price.tsx';

import styles from './paid-ticket.module.css';

/** A ticket to show at the door straight from the page. */
export function PaidTicket({ ticket }: { ticket: PrintableTicket }): ReactNode {
  const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];
  return (
    <article className={styles.ticket} aria-label={`Ticket #${ticket.ticketNumber}`}>
      <div className={styles.stub}>
        <p className={styles.heading}>{TICKET_HEADINGS[ticket.userRole]}</p>
        <QrCode className={styles.code} ticketId={ticket.id} ticketNumber={ticket.ticketNumber} />
        <p className={styles.number}>
          Ticket <span>#{ticket.ticketNumber}</span>
        </p>
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
              <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
            </li>
          ))}
        </ul>
        <Price cents={ticket.price} size="large" />
      </div>
    </article>
  );
}

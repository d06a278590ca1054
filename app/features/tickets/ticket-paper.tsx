import type { ReactNode } from 'react';

import { TICKET_HEADINGS } from '#app/domain/roles.ts';

import { QrCode } from './qr-code.tsx';
import type { PrintableTicket } from './schema.ts';
import styles from './ticket-paper.module.css';

export interface TicketPaperProps {
  ticket: PrintableTicket;
  /** Gives `--stub-width` and `--code-width`. */
  className: string | undefined;
  code?: 'shown' | 'spent' | 'none';
  /** On the stub, below the number. */
  foot?: ReactNode;
  /** Below the event's name. */
  status?: ReactNode;
  children: ReactNode;
}

/** A ticket on a page: the stub with the code for the door, and beside it what it is for. */
export function TicketPaper({ ticket, className = '', code = 'shown', foot, status, children }: TicketPaperProps): ReactNode {
  const fading = code === 'shown' ? '' : styles.spent;
  return (
    <article className={`${styles.ticket} ${className}`} aria-label={`Ticket #${ticket.ticketNumber}`}>
      <div className={styles.stub}>
        <p className={styles.heading}>{TICKET_HEADINGS[ticket.userRole]}</p>
        {code === 'none' ? (
          <div className={`${styles.noCode} ${fading}`} aria-hidden="true">
            {ticket.eventImage}
          </div>
        ) : (
          <QrCode className={`${styles.code} ${fading}`} ticketId={ticket.id} ticketNumber={ticket.ticketNumber} />
        )}
        <p className={styles.number}>
          Ticket <span>#{ticket.ticketNumber}</span>
        </p>
        {foot}
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 className={styles.title}>
            <span aria-hidden="true">{ticket.eventImage}</span> {ticket.eventTitle.trim() || 'Esdeveniment'}
          </h3>
          {status}
        </div>
        <p className={styles.facts}>
          {ticket.dateText} · {ticket.time.trim() || 'Hora no especificada'}
          <br />
          {ticket.location?.trim() || 'Ubicació per confirmar'}
        </p>
        {children}
      </div>
    </article>
  );
}

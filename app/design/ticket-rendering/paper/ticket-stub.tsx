import type { ReactNode } from 'react';

import { TICKET_HEADINGS } from '#app/domain/people/roles.ts';

import { QrCode } from '../qr/qr-code.tsx';
import { OpenCodeButton } from './full-screen-codes.tsx';
import type { PrintableTicket } from '../printable-ticket.ts';
import styles from './ticket-stub.module.css';

export interface TicketStubProps {
  ticket: PrintableTicket;
  className?: string;
  code?: 'shown' | 'spent' | 'none';
  children?: ReactNode;
}

export function TicketStub({ ticket, className = '', code = 'shown', children }: TicketStubProps): ReactNode {
  const fading = code === 'shown' ? '' : styles.spent;
  return (
    <div className={`${styles.stub} ${className}`}>
      <p className={styles.heading}>{TICKET_HEADINGS[ticket.userRole]}</p>
      {code === 'none' ? (
        <div className={`${styles.noCode} ${fading}`} aria-hidden="true">
          {ticket.eventImage}
        </div>
      ) : (
        <div className={styles.codeBox}>
          <QrCode className={`${styles.code} ${fading}`} ticketId={ticket.id} ticketNumber={ticket.ticketNumber} />
          {code === 'shown' ? <OpenCodeButton ticket={ticket} /> : null}
        </div>
      )}
      <p className={styles.number}>
        Ticket <span>#{ticket.ticketNumber}</span>
      </p>
      {children}
    </div>
  );
}

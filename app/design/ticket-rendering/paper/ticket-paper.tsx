import type { ReactNode } from 'react';

import notches from '#app/design/ui/notches.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { PrintableTicket } from '../printable-ticket.ts';
import styles from './ticket-paper.module.css';
import { TicketStub, type TicketStubProps } from './ticket-stub.tsx';

export interface TicketPaperProps {
  ticket: PrintableTicket;
  className: string | undefined;
  code?: TicketStubProps['code'];
  foot?: ReactNode;
  status?: ReactNode;
  children: ReactNode;
}

export function TicketPaper({ ticket, className = '', code, foot, status, children }: TicketPaperProps): ReactNode {
  return (
    <article className={`${styles.ticket} ${className}`} aria-label={`Ticket #${ticket.ticketNumber}`}>
      <TicketStub ticket={ticket} className={`${notches.notches} ${styles.edge}`} code={code}>
        {foot}
      </TicketStub>
      <div className={styles.body}>
        <div className={`${ui.stack2} ${ui.start}`}>
          <h3 className={styles.title}>
            <span aria-hidden="true">{ticket.eventImage}</span> {ticket.eventTitle.trim() || 'Esdeveniment'}
          </h3>
          {status}
        </div>
        <p className={ui.soft}>
          {ticket.dateText} · {ticket.time.trim() || 'Hora no especificada'}
          <br />
          {ticket.location?.trim() || 'Ubicació per confirmar'}
        </p>
        {ticket.table == null ? null : <p className={styles.table}>Taula {ticket.table}</p>}
        {children}
      </div>
    </article>
  );
}

import { type ReactNode, useState } from 'react';

import { TICKET_HEADINGS } from '#app/domain/roles.ts';
import { Button } from '#app/ui/button.tsx';

import { downloadTickets } from '../download-ticket.ts';
import { QR_MODULES, QR_QUIET_ZONE, qrPath } from '../qr-matrix.ts';
import type { PrintableTicket } from '../schema.ts';
import styles from './lost-ticket.module.css';

const SIDE = QR_MODULES + 2 * QR_QUIET_ZONE;

/** A ticket that was found again: to show at once, or to keep. */
export function FoundTicket({ ticket }: { ticket: PrintableTicket }): ReactNode {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];

  async function keep(): Promise<void> {
    setBusy(true);
    const [failed] = await downloadTickets([ticket], { pauseMs: 0 });
    setProblem(failed === undefined ? null : 'Error generant el codi QR');
    setBusy(false);
  }

  return (
    <article className={styles.ticket} aria-label={`Ticket #${ticket.ticketNumber}`}>
      <div className={styles.stub}>
        <p className={styles.heading}>{TICKET_HEADINGS[ticket.userRole]}</p>
        <svg className={styles.code} viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={`Codi QR del ticket ${ticket.ticketNumber}`} shapeRendering="crispEdges">
          <rect width={SIDE} height={SIDE} fill="#fff" />
          <path d={qrPath(ticket.id)} fill="#000" />
        </svg>
        <p className={styles.number}>Ticket #{ticket.ticketNumber}</p>
      </div>
      <div className={styles.body}>
        {dishes.length === 0 ? null : (
          <ul className={styles.dishes}>
            {dishes.map((dish, index) => (
              <li key={`${dish.id}-${index}`}>
                <span aria-hidden="true">{dish.emoji}</span> {dish.name}
              </li>
            ))}
          </ul>
        )}
        <Button tone="quiet" wide busy={busy} busyLabel="Generant..." onClick={() => void keep()}>
          Descarregar QR
        </Button>
        {problem === null ? null : <p role="alert">{problem}</p>}
      </div>
    </article>
  );
}

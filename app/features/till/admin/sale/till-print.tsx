import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { TICKET_HEADINGS } from '#app/domain/people/roles.ts';
import { QrCode } from '#app/design/ticket-rendering/qr/qr-code.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { formatPrice } from '#app/design/ui/format-money.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useTimeout } from '#app/design/ui/hooks/use-timer.ts';

import type { Route } from './+types/till-print.ts';
import styles from './till-print.module.css';

export { loader } from './till-print.server.ts';

export function headers(): HeadersInit {
  return { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Imprimir tiquets' });

/** A receipt strip per ticket, or four tickets per sheet, printed by the browser. */
export default function TillPrint({ loaderData: { paper, back, orderNumber, soldText, tickets } }: Route.ComponentProps): ReactNode {
  const association = useAssociation();
  useTimeout(() => window.print(), 300);
  return (
    <main className={`${styles.page} ${paper === 'a4' ? styles.sheet : styles.strip}`}>
      <div className={styles.bar}>
        <Link to={back} className={styles.back}>
          ← {orderNumber}
        </Link>
        <h1 className={styles.title}>Imprimir tiquets</h1>
        <Button onClick={() => window.print()}>Imprimir</Button>
      </div>
      {tickets.map((ticket) => (
        <article key={ticket.id} className={styles.ticket} aria-label={ticket.ticketNumber}>
          <p className={ui.strong}>{association.name}</p>
          <h2 className={styles.event}>{ticket.eventTitle}</h2>
          <p>
            {ticket.dateText}, {ticket.time}
            {ticket.location === null ? '' : ` · ${ticket.location}`}
          </p>
          <QrCode className={styles.code} ticketId={ticket.id} ticketNumber={ticket.ticketNumber} />
          <p className={styles.heading}>{TICKET_HEADINGS[ticket.userRole]}</p>
          <p className={styles.number}>{ticket.ticketNumber}</p>
          <ul className={styles.dishes}>
            {[...ticket.menu.flatMap(({ items }) => items), ...ticket.extras].map(({ id, name, price }) => (
              <li key={id}>
                <span>{name}</span>
                <span>{formatPrice(price)}</span>
              </li>
            ))}
          </ul>
          <p className={styles.total}>
            <span>Total</span>
            <span>{formatPrice(ticket.price)}</span>
          </p>
          <p className={styles.small}>{soldText}</p>
        </article>
      ))}
    </main>
  );
}

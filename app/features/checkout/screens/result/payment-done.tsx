import type { ReactNode } from 'react';

import type { PrintableTicket } from '#app/ticket-rendering/printable-ticket.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';

import type { OrderState } from '../../schema.ts';
import { CorrectAddress } from './correct-address.tsx';
import { DownloadTickets } from './download-tickets.tsx';
import { MailLine } from './mail-line.tsx';
import { OrderFacts } from './order-facts.tsx';
import { PaidTicket } from './paid-ticket.tsx';
import card from './payment-card.module.css';
import styles from './payment-done.module.css';
import { PaymentFrame } from './payment-frame.tsx';

export interface PaymentDoneProps {
  order: OrderState;
  eventTitle: string;
  /** Empty for the moment between the payment's news and the page's own. */
  tickets: readonly PrintableTicket[];
  signedIn: boolean;
  mayCorrectAddress: boolean;
}

/** Paid: the tickets are here and now, whatever the e-mail does. */
export function PaymentDone({ order, eventTitle, tickets, signedIn, mayCorrectAddress }: PaymentDoneProps): ReactNode {
  return (
    <PaymentFrame art="🎉" mood="festive" title="Ja tens els tiquets!" text={`Gràcies per fer comboi. Ens veem a «${eventTitle}».`}>
      <div className={card.card}>
        <div className={card.actions}>
          {signedIn ? <ButtonLink to="/my-tickets">Veure Els Meus Tiquets</ButtonLink> : null}
          <DownloadTickets tickets={tickets} tone={signedIn ? 'quiet' : 'primary'} />
        </div>
        <OrderFacts order={order} />
        <MailLine order={order} />
        {mayCorrectAddress ? <CorrectAddress order={order} /> : null}
      </div>
      <section className={styles.tickets} aria-labelledby="paid-tickets">
        <h2 id="paid-tickets">Els teus tiquets</h2>
        <p className={styles.hint}>Ensenya el codi a l'entrada. Val en pantalla o imprés.</p>
        <ul className={styles.list}>
          {tickets.length === 0
            ? Array.from({ length: order.ticketQuantity }, (_, index) => (
                <li key={index}>
                  <Skeleton shape="block" />
                </li>
              ))
            : tickets.map((ticket) => (
                <li key={ticket.id}>
                  <PaidTicket ticket={ticket} />
                </li>
              ))}
        </ul>
      </section>
      <div className={styles.end}>
        <ButtonLink tone="quiet" to="/">
          Tornar a l'Inici
        </ButtonLink>
      </div>
    </PaymentFrame>
  );
}

import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';

import { FullScreenCodes } from '#app/design/ticket-rendering/paper/full-screen-codes.tsx';
import { TicketCarousel } from '#app/design/ticket-rendering/paper/ticket-carousel.tsx';
import { WalletLinks } from '#app/design/ticket-rendering/wallet/wallet-links.tsx';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Skeleton } from '#app/design/ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { OrderPage } from '../service.server.ts';
import type { OrderState } from '../schema.ts';
import { BoughtTickets } from './tickets/bought-tickets.tsx';
import { CorrectAddress } from './mail/correct-address.tsx';
import { DownloadTickets } from './tickets/download-tickets.tsx';
import { EndedTickets } from './tickets/ended-tickets.tsx';
import { GroupCard } from './tickets/group-card.tsx';
import { MailLine } from './mail/mail-line.tsx';
import { EVENT_WITHDRAWN, moneyWords } from './money-words.ts';
import { OrderFactList } from './order-facts.tsx';
import { PaidTicket } from './tickets/paid-ticket.tsx';
import card from './payment-card.module.css';
import styles from './payment-done.module.css';
import { PaymentLayout } from './payment-layout.tsx';
import { TicketLinks } from './tickets/ticket-links.tsx';
import { useStoredTickets } from '#app/platform/client-state/device-tickets.ts';

export interface PaymentDoneProps {
  order: OrderState;
  /** Without tickets until the page's own data is loaded after the payment. */
  page: Pick<OrderPage, 'eventTitle' | 'eventDate' | 'when' | 'isWithdrawn' | 'money' | 'mapUrl' | 'share' | 'tickets' | 'people' | 'changeable' | 'withNeeds' | 'ended' | 'mayCorrectAddress' | 'correctionEndsTransfers' | 'mayTransfer' | 'group' | 'wallets' | 'savable' | 'choice'>;
  signedIn: boolean;
}

/** The tickets are shown at once, whatever becomes of the e-mail. */
export function PaymentDone({ order, page, signedIn }: PaymentDoneProps): ReactNode {
  const { eventTitle, tickets, ended } = page;
  const { orderNumber } = order;
  const { eventDate } = page;
  const isRead = tickets.length > 0 || ended.length > 0;
  const stored = useMemo(() => (isRead ? { orderNumber, eventDate, tickets } : null), [isRead, orderNumber, eventDate, tickets]);
  const isOnDevice = useStoredTickets({ order: stored, signedIn });
  if (tickets.length === 0 && ended.length > 0) return <OrderOver order={order} page={page} />;
  return (
    <PaymentLayout mood={page.isWithdrawn ? 'calm' : 'festive'} title={page.isWithdrawn ? 'La teua comanda' : order.ticketQuantity === 1 ? 'Ja tens el tiquet!' : 'Ja tens els tiquets!'} text={`«${eventTitle}» · ${page.when}`}>
      <MoneyNotice order={order} page={page} />
      {page.choice === null ? null : <PlanChangeNotice {...page.choice} orderId={order.orderId} />}
      <section className={styles.tickets} aria-labelledby="paid-tickets">
        <VisuallyHidden as="h2" id="paid-tickets">
          Els teus tiquets
        </VisuallyHidden>
        <FullScreenCodes tickets={tickets}>
          <TicketCarousel label="Els teus tiquets" slides={isRead ? paidSlides(order, page) : emptySlides(order)} />
        </FullScreenCodes>
        <p className={styles.hint}>
          Ensenya el codi a l'entrada: toca'l i s'obri a pantalla completa. Val en pantalla o imprés.
          {isOnDevice ? (
            <>
              {' '}
              També sense cobertura: els tens guardats en este dispositiu, a <Link to="/my-tickets">Els meus tiquets</Link>.
            </>
          ) : null}
        </p>
        <GroupCard group={page.group} orderId={order.orderId} />
        <TicketLinks orderId={order.orderId} mapUrl={page.mapUrl} share={page.share} mayTransfer={page.mayTransfer} />
        <EndedTickets tickets={ended} />
      </section>
      <div className={card.card}>
        <MailAddress order={order} page={page} />
        <div className={ui.stack3}>
          {signedIn ? <ButtonLink to="/my-tickets">Veure Els Meus Tiquets</ButtonLink> : null}
          <DownloadTickets tickets={tickets} tone={signedIn ? 'quiet' : 'primary'} />
        </div>
        <BoughtTickets tickets={tickets} />
        <OrderFactList order={order} />
      </div>
      <WayHome />
    </PaymentLayout>
  );
}

type Slides = ComponentProps<typeof TicketCarousel>['slides'];

function emptySlides({ ticketQuantity }: OrderState): Slides {
  return Array.from({ length: ticketQuantity }, (_, index) => ({ key: String(index), ticket: <Skeleton shape="block" /> }));
}

function paidSlides({ orderId }: OrderState, { tickets, people, changeable, withNeeds, savable, wallets }: PaymentDoneProps['page']): Slides {
  return tickets.map((ticket) => {
    const { id, ticketNumber } = ticket;
    const needsPath = `/necessitats/${encodeURIComponent(ticketNumber)}?order_id=${orderId}`;
    return {
      key: id,
      ticket: (
        <PaidTicket ticket={ticket} person={people[ticketNumber] ?? null} dishesPath={changeable.includes(ticketNumber) ? dishesPath(orderId, ticketNumber) : null} needsPath={withNeeds.includes(ticketNumber) ? needsPath : null}>
          {savable.includes(ticketNumber) ? <WalletLinks wallets={wallets} call={`/api/orders/${orderId}/tickets/${ticketNumber}`} ticketNumber={ticketNumber} /> : null}
        </PaidTicket>
      ),
    };
  });
}

function MailAddress({ order, page }: Pick<PaymentDoneProps, 'order' | 'page'>): ReactNode {
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <>
      {order.email === null ? null : <MailLine order={{ ...order, email: order.email }} isCorrecting={isCorrecting} />}
      {page.mayCorrectAddress ? <CorrectAddress order={order} endsTransfers={page.correctionEndsTransfers} onCorrecting={setCorrecting} /> : null}
    </>
  );
}

function PlanChangeNotice({ untilText, chosen, orderId }: NonNullable<OrderPage['choice']> & { orderId: string }): ReactNode {
  const path = `/canvi-de-plans?order_id=${orderId}`;
  return (
    <Banner tone={chosen === null ? 'warning' : 'info'} title={chosen === null ? "L'acte ha canviat" : 'Conserves els tiquets'}>
      <p>
        {chosen === null ? `Fins al ${untilText} pots triar si conserves els tiquets o els tornes. ` : `Fins al ${untilText} pots canviar de parer. `}
        <Link to={path}>{chosen === null ? 'Què ha canviat, i triar' : 'Què ha canviat'}</Link>
      </p>
    </Banner>
  );
}

function MoneyNotice({ order, page: { isWithdrawn, money } }: Pick<PaymentDoneProps, 'order' | 'page'>): ReactNode {
  const words = money === null ? '' : moneyWords(money, order);
  if (isWithdrawn) return <Banner tone="warning" title={EVENT_WITHDRAWN}>{words === '' ? undefined : words}</Banner>;
  return money === null || money.owedInPerson === 0 ? null : <Banner title="Tens diners per recollir">{words}</Banner>;
}

function dishesPath(orderId: string, ticketNumber: string): string {
  return `/canviar-plats/${encodeURIComponent(ticketNumber)}?order_id=${orderId}`;
}

const ALL_GIVEN = "Els tiquets d'esta comanda que valen els tenen ara altres persones. Els pots recuperar mentre no s'hagen usat.";
const NONE_VALID = "Ara mateix, cap tiquet d'esta comanda dona pas a l'acte. Si creus que és un error, parla amb nosaltres.";
const ENDED = "Els tiquets d'esta comanda ja no valen.";

/** Every ticket of the order was transferred, refunded or suspended. */
function OrderOver({ order, page }: Pick<PaymentDoneProps, 'order' | 'page'>): ReactNode {
  const { ended, mayCorrectAddress } = page;
  const isGiven = ended.some((ticket) => ticket.isGiven);
  return (
    <PaymentLayout art={<HeadArt of="ticket" />} title="La teua comanda" text={overText(order, page, isGiven)}>
      <div className={card.card}>
        {mayCorrectAddress ? <MailAddress order={order} page={page} /> : null}
        <OrderFactList order={order} />
        <EndedTickets tickets={ended} />
        <div className={ui.stack3}>
          {isGiven ? <ButtonLink to={`/donar-tiquet?order_id=${order.orderId}`}>Els tiquets donats</ButtonLink> : null}
          <ButtonLink tone={isGiven ? 'quiet' : 'primary'} to="/contact">
            Contactar Suport
          </ButtonLink>
        </div>
      </div>
      <WayHome />
    </PaymentLayout>
  );
}

function overText(order: OrderState, { isWithdrawn, money }: PaymentDoneProps['page'], isGiven: boolean): string {
  const isOwed = money !== null && money.owedInPerson > 0;
  const what = isWithdrawn ? EVENT_WITHDRAWN : isGiven ? ALL_GIVEN : isOwed ? ENDED : NONE_VALID;
  return money !== null && (isWithdrawn || isOwed) ? `${what} ${moneyWords(money, order)}`.trim() : what;
}

function WayHome(): ReactNode {
  return (
    <div className={styles.end}>
      <ButtonLink tone="quiet" to="/">
        Tornar a l'Inici
      </ButtonLink>
    </div>
  );
}

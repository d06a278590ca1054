import type { ReactNode } from 'react';

import { type DeviceOrder, readDeviceTickets, ticketsBeside } from '#app/platform/client-state/device-tickets.ts';
import { FullScreenCodes } from '#app/design/ticket-rendering/paper/full-screen-codes.tsx';
import { TicketCarousel } from '#app/design/ticket-rendering/paper/ticket-carousel.tsx';
import { TicketPaper } from '#app/design/ticket-rendering/paper/ticket-paper.tsx';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { Price } from '#app/design/ui/price.tsx';

import type { MyTicket } from '../my-tickets.server.ts';
import { DownloadButton, TicketMenu } from './my-ticket-card.tsx';
import card from './my-ticket-card.module.css';
import { useOfflineMark } from './use-offline-mark.ts';
import styles from './my-tickets.module.css';
import { useStayingOffline } from '#app/platform/client-state/offline/use-staying-offline.ts';
import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';

const NONE: ReadonlyMap<string, MyTicket> = new Map();

const followDeviceTickets: Subscribe<readonly DeviceOrder[]> = (emit, signal) => {
  const look = (): void => emit(readDeviceTickets());
  look();
  // `storage` events come from other tabs.
  window.addEventListener('storage', look, { signal });
};

export interface DeviceTicketsProps {
  /** Tickets listed by the account, by number, so that none is shown twice. */
  beside?: ReadonlyMap<string, MyTicket>;
  /** Shown where the device has none. */
  otherwise?: ReactNode;
}

export function DeviceTickets({ beside, otherwise = null }: DeviceTicketsProps): ReactNode {
  const isStoredPage = useOfflineMark(beside === undefined);
  const orders = useSubscription(followDeviceTickets) ?? [];
  useStayingOffline(isStoredPage);
  const tickets = ticketsBeside(orders, beside ?? NONE);
  if (tickets.length === 0) return otherwise;
  return (
    <section className={styles.section} aria-labelledby="tiquets-guardats">
      <h2 id="tiquets-guardats" className={styles.title}>
        En este dispositiu <span className={styles.count}>{tickets.length}</span>
      </h2>
      <FullScreenCodes tickets={tickets}>
        <TicketCarousel label="Tiquets guardats" slides={tickets.map((ticket) => ({ key: ticket.id, ticket: <DeviceTicket ticket={ticket} /> }))} />
      </FullScreenCodes>
      <div className={styles.notice}>
        <Banner title={isStoredPage ? 'Sense connexió' : 'Tiquets guardats'} live="status">
          <p>Estos són els tiquets guardats en este dispositiu. El codi val igual.</p>
        </Banner>
      </div>
    </section>
  );
}

function DeviceTicket({ ticket }: { ticket: PrintableTicket }): ReactNode {
  const sections = ticket.menu.map(({ sectionName, items }) => ({ name: sectionName, dishes: items }));
  return (
    <TicketPaper ticket={ticket} className={card.ticket} code="shown" foot={<DownloadButton ticket={ticket} />} status={<Chip tone="neutral">Guardat ací</Chip>}>
      <TicketMenu reading={{ kind: 'menu', menu: { sections, note: null } }} extras={ticket.extras} />
      <Price cents={ticket.price} size="large" />
    </TicketPaper>
  );
}

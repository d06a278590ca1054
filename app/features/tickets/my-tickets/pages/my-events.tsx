import CalendarPlus from 'lucide-react/icons/calendar-plus';
import FileDown from 'lucide-react/icons/file-down';
import OpenTransfer from 'lucide-react/icons/gift';
import MapPin from 'lucide-react/icons/map-pin';
import Share2 from 'lucide-react/icons/share-2';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';

import { FullScreenCodes } from '#app/design/ticket-rendering/paper/full-screen-codes.tsx';
import { TicketCarousel } from '#app/design/ticket-rendering/paper/ticket-carousel.tsx';
import { ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { MyEvent, MyTickets } from '../my-tickets.server.ts';
import { MyTicketCard } from './my-ticket-card.tsx';
import styles from './my-events.module.css';

export interface MyEventsProps {
  events: readonly MyEvent[];
  wallets: MyTickets['wallets'];
}

export function MyEvents({ events, wallets }: MyEventsProps): ReactNode {
  return (
    <ul className={styles.events}>
      {events.map((event) => (
        <li key={event.eventId} className={ui.column2}>
          <FullScreenCodes tickets={event.tickets.filter(({ code }) => code === 'shown').map(({ printable }) => printable)}>
            <TicketCarousel label={event.title} slides={event.tickets.map((ticket) => ({ key: ticket.printable.ticketNumber, ticket: <MyTicketCard ticket={ticket} wallets={wallets} /> }))} />
          </FullScreenCodes>
          {event.links === null ? null : <EventLinks links={event.links} />}
        </li>
      ))}
    </ul>
  );
}

function EventLinks({ links }: { links: NonNullable<MyEvent['links']> }): ReactNode {
  return (
    <div className={styles.links}>
      <ButtonAnchor tone="text" href={links.calendar} download>
        <CalendarPlus size={18} aria-hidden="true" /> Afegir al calendari
      </ButtonAnchor>
      <ButtonAnchor tone="text" href={links.share} target="_blank" rel="noopener noreferrer">
        <Share2 size={18} aria-hidden="true" /> Compartir per WhatsApp
      </ButtonAnchor>
      {links.map === null ? null : (
        <ButtonAnchor tone="text" href={links.map} target="_blank" rel="noopener noreferrer">
          <MapPin size={18} aria-hidden="true" /> Com arribar
        </ButtonAnchor>
      )}
      <ButtonAnchor tone="text" href={links.pdf} download="tiquets.pdf">
        <FileDown size={18} aria-hidden="true" /> Descarregar PDF
      </ButtonAnchor>
      {links.groups.map(({ path, orderNumber, name }) => (
        <ButtonLink key={orderNumber} tone="text" to={path}>
          <Users size={18} aria-hidden="true" /> {name ?? 'Amb qui vens?'}
          {links.groups.length > 1 ? ` · ${orderNumber}` : ''}
        </ButtonLink>
      ))}
      {links.give.map(({ path, orderNumber }) => (
        <ButtonLink key={orderNumber} tone="text" to={path}>
          <OpenTransfer size={18} aria-hidden="true" /> Donar un tiquet{links.give.length > 1 ? ` de ${orderNumber}` : ''}
        </ButtonLink>
      ))}
    </div>
  );
}

import CalendarPlus from 'lucide-react/icons/calendar-plus';
import FileDown from 'lucide-react/icons/file-down';
import OpenTransfer from 'lucide-react/icons/gift';
import MapPin from 'lucide-react/icons/map-pin';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { ShareLink, type Sharing } from '#app/design/ui/share-link.tsx';

import styles from './ticket-links.module.css';

export interface TicketLinksProps {
  orderId: string;
  mapUrl: string | null;
  /** Never the order's own address, which opens the whole order. */
  share: Sharing;
  mayTransfer: boolean;
}

export function TicketLinks({ orderId, mapUrl, share, mayTransfer }: TicketLinksProps): ReactNode {
  const call = `/api/orders/${orderId}`;
  return (
    <ul className={styles.links}>
      <li>
        <a className={styles.link} href={`${call}/calendar`} download>
          <CalendarPlus size={24} aria-hidden="true" /> Calendari
        </a>
      </li>
      {mapUrl === null ? null : (
        <li>
          <a className={styles.link} href={mapUrl} target="_blank" rel="noopener noreferrer">
            <MapPin size={24} aria-hidden="true" /> Com arribar
          </a>
        </li>
      )}
      <li>
        <a className={styles.link} href={`${call}/tickets.pdf`} download="tiquets.pdf">
          <FileDown size={24} aria-hidden="true" /> PDF de tots
        </a>
      </li>
      {mayTransfer ? (
        <li>
          <Link className={styles.link} to={`/donar-tiquet?order_id=${orderId}`}>
            <OpenTransfer size={24} aria-hidden="true" /> Donar-ne un
          </Link>
        </li>
      ) : null}
      <li>
        <ShareLink {...share} className={styles.link} iconSize={24} />
      </li>
    </ul>
  );
}

import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Ticket from 'lucide-react/icons/ticket';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';

import { FEW_LEFT } from '#app/domain/event/few-left.ts';
import { menuFromNow } from '#app/domain/cart/cart-prices.ts';
import { cheapestTicket, hasChoices } from '#app/domain/event/menu.ts';
import { Price } from '#app/design/ui/price.tsx';
import { ShareLink } from '#app/design/ui/share-link.tsx';

import { type EventForOrder, menuOf, quotaText } from '../order/event-for-order.ts';
import styles from './event-about.module.css';
import { EventMenu } from './event-menu.tsx';

const WHO = { public: null, socio: 'Només per a socis', comision: 'Només per a la comissió' } as const;

/** Works without scripts. */
export function EventAbout({ event, about, viewer, prices, byAccessCode }: EventForOrder): ReactNode {
  const menu = menuFromNow(menuOf(event), prices);
  const fromPrice = cheapestTicket(menu, viewer.role);
  const isFrom = hasChoices(menu) && fromPrice > 0;
  const who = WHO[event.visibility];
  return (
    <div className={styles.about}>
      <ul className={styles.facts}>
        <Fact icon={<MapPin size={22} aria-hidden="true" />} action={about.mapUrl === null ? null : <MapLink url={about.mapUrl} />}>
          {event.location?.trim() || 'Ubicació per confirmar'}
        </Fact>
        <Fact icon={<Clock size={22} aria-hidden="true" />} detail={placesText(event.remaining)}>
          {about.saleText}
        </Fact>
        {who === null ? null : (
          <Fact icon={<Users size={22} aria-hidden="true" />} detail={byAccessCode ? 'Tu el veus i el compres amb el teu codi' : null}>
            {who}
          </Fact>
        )}
        <Fact
          icon={<Ticket size={22} aria-hidden="true" />}
          detail={
            fromPrice === event.price ? null : (
              <>
                <Price cents={event.price} /> · Preu de referència
              </>
            )
          }
        >
          {isFrom ? 'Des de ' : ''}
          <Price cents={fromPrice} />
        </Fact>
        {prices?.quota == null ? null : <Fact icon={<Users size={22} aria-hidden="true" />}>{quotaText(prices.quota)}</Fact>}
      </ul>
      {event.description === '' ? null : <p className={styles.description}>{event.description}</p>}
      <div className={styles.links}>
        <ShareLink {...about.share} className={styles.link} />
        <a className={styles.link} href={`/api/events/${event.id}/calendar`} download="acte.ics">
          <CalendarPlus size={18} aria-hidden="true" /> Al calendari
        </a>
      </div>
      <EventMenu menu={menu} />
    </div>
  );
}

function placesText(remaining: number | null): string | null {
  if (remaining === null || remaining > FEW_LEFT) return null;
  if (remaining === 0) return 'Ara mateix no en queda cap';
  return remaining === 1 ? 'Queda 1 plaça' : `Queden ${remaining} places`;
}

function Fact({ icon, detail = null, action = null, children }: { icon: ReactNode; detail?: ReactNode; action?: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className={styles.fact}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.words}>
        {children}
        {detail === null ? null : <small className={styles.detail}>{detail}</small>}
      </span>
      {action}
    </li>
  );
}

function MapLink({ url }: { url: string }): ReactNode {
  return (
    <a className={styles.map} href={url} target="_blank" rel="noopener noreferrer">
      Mapa
    </a>
  );
}
